import { sql, and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period } from '~/platform/db/period.server'
import { networkSettlementItems, networkSettlements, bankEntries } from '~/platform/db/schema/settlements'
import { dayInIndia } from '~/platform/formats/dates'
import { paise, type Paise } from '~/platform/formats/money'
import { type Settlement } from './settlements.server'

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

export const findSettlement = async (id: number, reader: Reader): Promise<Settlement | undefined> =>
  (await reader.select().from(networkSettlements).where(eq(networkSettlements.id, id)))[0]

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
