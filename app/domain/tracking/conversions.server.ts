import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOnlyByFile } from '~/domain/wallet/budget.server'
import type { DeclineReason } from '~/platform/config/network'
import { db, inTransaction, type Tx } from '~/platform/db/client.server'
import {
  isBounded,
  newestById,
  newestByTime,
  within,
  type Page,
  type Period,
} from '~/platform/db/period.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { ledgerAccounts, ledgerTransfers } from '~/platform/db/schema/ledger'
import { paise } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { estimateCommission } from './sales/commission'
import { type Conversion, isEnd } from './conversions'
import { commissionColumns } from './sales/reported-clicks.server'
import { selectNewestOfStore } from './sales/newest-of-store.server'

export interface SaleFilter extends Period {
  network?: string | undefined
  status?: Conversion['status'] | undefined
  userId?: number | undefined
  storeId?: number | undefined
  /** Those that only a file knows. */
  onlyByFile?: boolean | undefined
}

export type Sale = Conversion & { store: string; onlyByFile: boolean }

export async function listSales(filter: SaleFilter, { after, limit }: Page): Promise<Sale[]> {
  const { network, status, userId, storeId, onlyByFile } = filter
  const isByStore = storeId !== undefined && userId === undefined
  const { order, rest } =
    isBounded(filter) || isByStore
      ? newestByTime(conversions.created_at, conversions.id, after)
      : newestById(conversions.id, after)
  const matches = and(
    network === undefined ? undefined : eq(conversions.network, network),
    status === undefined ? undefined : eq(conversions.status, status),
    userId === undefined ? undefined : eq(conversions.user_id, userId),
    within(conversions.created_at, filter),
    onlyByFile ? isOnlyByFile(conversions.id) : undefined,
    rest,
  )
  const rows = await db
    .select({ conversion: conversions, store: brands.name, onlyByFile: isOnlyByFile(conversions.id) })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      and(
        matches,
        storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
        isByStore
          ? inArray(conversions.id, selectNewestOfStore(conversions, storeId, matches, limit))
          : undefined,
      ),
    )
    .orderBy(...order)
    .limit(limit)
  return rows.map(({ conversion, ...more }) => ({ ...conversion, ...more }))
}

export async function findSale(id: number) {
  const [row] = await db
    .select({
      conversion: conversions,
      click: clicks,
      offer: campaigns.title,
      store: brands.name,
      onlyByFile: isOnlyByFile(conversions.id),
      ...commissionColumns,
    })
    .from(conversions)
    .innerJoin(clicks, eq(clicks.id, conversions.click_id))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(conversions.id, id))
  if (!row) return null
  const { conversion } = row
  const isEstimated = conversion.network_payout_paise === null
  const sale = conversion.sale_paise === null ? null : paise(conversion.sale_paise)
  return {
    ...row,
    /** The commission by the offer's rate, if none was reported; null: unknown. */
    estimate: isEstimated ? estimateCommission(row, sale) : null,
    transfers: await listTransfers(id),
  }
}

export type FoundSale = NonNullable<Awaited<ReturnType<typeof findSale>>>

function listTransfers(id: number) {
  const debit = alias(ledgerAccounts, 'debit')
  const credit = alias(ledgerAccounts, 'credit')
  return db
    .select({
      reference: ledgerTransfers.reference,
      kind: ledgerTransfers.kind,
      amount_paise: ledgerTransfers.amount_paise,
      debit: sql<string>`${debit.code} || ' of ' || ${debit.user_id}`,
      credit: sql<string>`${credit.code} || ' of ' || ${credit.user_id}`,
      created_at: ledgerTransfers.created_at,
    })
    .from(ledgerTransfers)
    .innerJoin(debit, eq(debit.id, ledgerTransfers.debit_account))
    .innerJoin(credit, eq(credit.id, ledgerTransfers.credit_account))
    .where(and(eq(ledgerTransfers.ref_type, 'conversion'), eq(ledgerTransfers.ref_id, id)))
    .orderBy(asc(ledgerTransfers.id))
}

export const explainDecline = (
  id: number,
  reason: DeclineReason | null,
  within?: Tx,
): Promise<Done<{ before: Conversion }> | Refused<'not-found' | 'not-declined'>> =>
  inTransaction(async (tx) => {
    const [before] = await tx.select().from(conversions).where(eq(conversions.id, id)).for('update')
    if (!before) return refused('not-found')
    if (!isEnd(before.status)) return refused('not-declined')
    await tx.update(conversions).set({ decline_reason: reason }).where(eq(conversions.id, id))
    return done({ before })
  }, within)
