import { sql } from 'drizzle-orm'
import type { HouseAccount, TransferKind } from '~/domain/wallet/ledger'
import { houseAccount, transferSigned } from '~/domain/wallet/ledger.server'
import { type Tx } from '~/platform/db/client.server'
import { networkSettlementItems, networkSettlements } from '~/platform/db/schema/settlements'
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
