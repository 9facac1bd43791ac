import { sql, and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { HouseAccount, TransferKind } from '~/domain/wallet/ledger'
import { houseAccount, transferSigned } from '~/domain/wallet/ledger.server'
import { type Tx, db } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period } from '~/platform/db/period.server'
import { networkSettlementItems, networkSettlements, bankEntries } from '~/platform/db/schema/settlements'
import { dayInIndia } from '~/platform/formats/dates'
import { paise, type Paise } from '~/platform/formats/money'
import { recordCorrection } from './closed-months.server'
import type { Allocation } from './settlements'

export type Settlement = typeof networkSettlements.$inferSelect
export type NewSettlement = Omit<
  typeof networkSettlements.$inferInsert,
  'id' | 'created_at' | 'settled_paise'
> & { settled_paise: bigint }

/** Serializes settlements. A concurrent report may still change a commission. */
export async function lockSettlements(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('network settlements', 0))`)
}

/** `forMonth`: the closed month that this corrects. The caller must hold lockSettlements(). */
export async function addSettlement(
  tx: Tx,
  facts: NewSettlement,
  items: readonly Allocation[],
  forMonth?: string,
): Promise<number> {
  const [row] = await tx.insert(networkSettlements).values(facts).returning()
  await recordCorrection(tx, forMonth, { ref_type: 'settlement', ref_id: row!.id })
  await addItems(tx, row!.id, items)
  await post(tx, row!)
  return row!.id
}

const BATCH = 5000

export async function addItems(tx: Tx, settlementId: number, items: readonly Allocation[]): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH)
    await tx.insert(networkSettlementItems).values(
      items.slice(at, at + BATCH).map(({ id, amount }) => ({
        settlement_id: settlementId,
        conversion_id: id,
        amount_paise: amount,
      })),
    )
}

async function post(tx: Tx, row: Settlement): Promise<void> {
  const { amount_paise: amount, tds_paise: tds, gst_paise: gst, settled_paise: settled } = row
  const parts: [kind: TransferKind, debit: HouseAccount, credit: HouseAccount, amount: bigint][] = [
    ['received', 'bank', 'network_receivable', amount - gst],
    ['gst', 'bank', 'gst_payable', gst],
    ['tds', 'tds_receivable', 'network_receivable', tds],
    ['written_off', 'write_offs', 'network_receivable', settled - (amount + tds - gst)],
  ]
  for (const [kind, debit, credit, part] of parts)
    await transferSigned(tx, {
      reference: `settlement:${row.id}:${kind}`,
      kind,
      debit: houseAccount(debit),
      credit: houseAccount(credit),
      amount: part,
      refType: 'settlement',
      refId: row.id,
    })
}

export async function readAdvance(tx: Tx, { id, settled_paise }: Settlement): Promise<Paise> {
  const [row] = await tx.execute<{ allocated: string }>(sql`
    SELECT coalesce(sum(amount_paise), 0) AS allocated FROM network_settlement_items WHERE settlement_id = ${id}`)
  return paise(settled_paise - BigInt(row!.allocated))
}

export interface ListedSettlement extends Settlement {
  sales: number
  advance: Paise
  reversedBy: number | null
}

export async function listSettlements(
  { network, from, before }: Period & { network?: string | undefined },
  { after, limit }: Page,
): Promise<ListedSettlement[]> {
  const rows = await db
    .select()
    .from(networkSettlements)
    .where(
      and(
        network === undefined ? undefined : eq(networkSettlements.network, network),
        from && gte(networkSettlements.paid_on, dayInIndia(from).date),
        continueBelow(networkSettlements.id, after),
        before && lt(networkSettlements.paid_on, dayInIndia(before).date),
      ),
    )
    .orderBy(desc(networkSettlements.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return []
  const sums = await db
    .select({
      id: networkSettlementItems.settlement_id,
      sales: sql<number>`count(DISTINCT ${networkSettlementItems.conversion_id})::int`,
      sum: sql<string>`sum(${networkSettlementItems.amount_paise})`,
    })
    .from(networkSettlementItems)
    .where(inArray(networkSettlementItems.settlement_id, ids))
    .groupBy(networkSettlementItems.settlement_id)
  const reversals = await db
    .select({ id: networkSettlements.id, reverses: networkSettlements.reverses })
    .from(networkSettlements)
    .where(inArray(networkSettlements.reverses, ids))
  return rows.map((row) => {
    const of = sums.find(({ id }) => id === row.id)
    return {
      ...row,
      sales: of?.sales ?? 0,
      advance: paise(row.settled_paise - BigInt(of?.sum ?? 0)),
      reversedBy: reversals.find(({ reverses }) => reverses === row.id)?.id ?? null,
    }
  })
}

export const findSettlement = async (id: number): Promise<Settlement | undefined> =>
  (await db.select().from(networkSettlements).where(eq(networkSettlements.id, id)))[0]

export const listSettlementsOfSale = (saleId: number) =>
  db
    .select({
      id: networkSettlements.id,
      kind: networkSettlements.kind,
      paid_on: networkSettlements.paid_on,
      reference: networkSettlements.reference,
      amount_paise: networkSettlementItems.amount_paise,
    })
    .from(networkSettlementItems)
    .innerJoin(networkSettlements, eq(networkSettlements.id, networkSettlementItems.settlement_id))
    .where(eq(networkSettlementItems.conversion_id, saleId))
    .orderBy(asc(networkSettlementItems.id))

export const listEntriesOfWithdrawal = (withdrawalId: number) =>
  db
    .select({ kind: bankEntries.kind, on_day: bankEntries.on_day, amount_paise: bankEntries.amount_paise })
    .from(bankEntries)
    .where(eq(bankEntries.withdrawal_id, withdrawalId))
    .orderBy(asc(bankEntries.id))
