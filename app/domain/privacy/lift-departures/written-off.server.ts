/** The part of a moved debt that was written off, which lifting the departure must not return. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { least, paise, zero, type Paise } from '~/platform/formats/money'
import type { Departure } from '../inherited-debt.server'

/** At most the moved debt. Includes write-offs of the successor and of accounts that inherited from it. */
export async function sumWrittenOffSince(tx: Tx, departure: Departure): Promise<Paise> {
  const { lifted_at, moved_paise, returned_as } = departure
  // After lifting, moved_paise is the part that was not returned.
  if (lifted_at || moved_paise === 0n || returned_as === null) return paise(moved_paise)
  const [next] = await tx.select().from(departures).where(eq(departures.user_id, returned_as))
  const sum =
    (await sumWriteOffs(tx, departure.id, returned_as)) -
    (await sumLeftOutBefore(tx, returned_as)) +
    (next ? await sumWrittenOffSince(tx, next) : 0n)
  return sum > 0n ? paise(least(sum, moved_paise)) : zero
}

async function sumWriteOffs(tx: Tx, departureId: number, userId: number): Promise<bigint> {
  const [row] = await tx.execute<{ total: string }>(sql`
    SELECT coalesce(sum(t.amount_paise), 0) AS total
      FROM adjustments a
      JOIN ledger_transfers t ON t.ref_type = 'adjustment' AND t.ref_id = a.id AND t.kind = 'write_off'
     WHERE a.user_id = ${userId}
       AND t.id > (SELECT min(m.id) FROM ledger_transfers m
                    WHERE m.ref_type = 'departure' AND m.ref_id = ${departureId})`)
  return BigInt(row!.total)
}

/** Subtracted, so that each write-off counts for one departure only. */
async function sumLeftOutBefore(tx: Tx, userId: number): Promise<bigint> {
  const [row] = await tx
    .select({ total: sql<string>`coalesce(sum(${departures.moved_paise}), 0)` })
    .from(departures)
    .where(and(eq(departures.returned_as, userId), isNotNull(departures.lifted_at)))
  return BigInt(row!.total)
}
