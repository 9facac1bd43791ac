/** How much of a moved debt was written off afterwards: it is forgiven already, so lifting must not give it back as well. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { departures } from '~/db/schema'
import { paise, type Paise } from '~/money'
import type { Departure } from './departures.server'

/**
 * What was written off for the successor since the debt was moved, at most that debt; or for whoever inherited it from the
 * successor in turn. What the successor owed besides is not told apart. A write-off counts for one departure to a member.
 */
export async function writtenOffSince(tx: Tx, departure: Departure): Promise<Paise> {
  const { lifted_at, moved_paise, returned_as } = departure
  // What is still moved after lifting is what was left out then.
  if (lifted_at || moved_paise === 0n || returned_as === null) return paise(moved_paise)
  const [next] = await tx.select().from(departures).where(eq(departures.user_id, returned_as))
  const sum =
    (await writeOffsSince(tx, departure.id, returned_as)) -
    (await leftOutBefore(tx, returned_as)) +
    (next ? await writtenOffSince(tx, next) : 0n)
  if (sum <= 0n) return paise(0n)
  return paise(sum < moved_paise ? sum : moved_paise)
}

async function writeOffsSince(tx: Tx, departureId: number, userId: number): Promise<bigint> {
  const [row] = await tx.execute<{ total: string }>(sql`
    SELECT coalesce(sum(t.amount_paise), 0) AS total
      FROM adjustments a
      JOIN ledger_transfers t ON t.ref_type = 'adjustment' AND t.ref_id = a.id AND t.kind = 'write_off'
     WHERE a.user_id = ${userId}
       AND t.id > (SELECT min(m.id) FROM ledger_transfers m
                    WHERE m.ref_type = 'departure' AND m.ref_id = ${departureId})`)
  return BigInt(row!.total)
}

/** What was left out when other departures to this member were lifted. */
async function leftOutBefore(tx: Tx, userId: number): Promise<bigint> {
  const [row] = await tx
    .select({ total: sql<string>`coalesce(sum(${departures.moved_paise}), 0)` })
    .from(departures)
    .where(and(eq(departures.returned_as, userId), isNotNull(departures.lifted_at)))
  return BigInt(row!.total)
}
