import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { getWidestPrefix } from '~/platform/formats/address-prefixes'
import { signUpPlaces, users } from '~/platform/db/schema/members'
import { deriveKey, env } from '~/platform/config/env.server'
import { lockFacts, raiseSignal } from './signals.server'

const hashPlace = (address: string) =>
  createHmac('sha256', deriveKey('sign-up place')).update(getWidestPrefix(address)).digest('base64url')

export async function watchSignUp(tx: Tx, userId: number, address: string): Promise<void> {
  if (!address) return
  const place_hash = hashPlace(address)
  await tx.insert(signUpPlaces).values({ user_id: userId, place_hash })
  const of = { kind: 'sign-up-burst', facts: place_hash } as const
  await lockFacts(tx, of)
  const lately = await tx
    .select({ id: signUpPlaces.user_id })
    .from(signUpPlaces)
    .where(
      and(
        eq(signUpPlaces.place_hash, place_hash),
        gt(signUpPlaces.created_at, sql`now() - interval '1 hour'`),
      ),
    )
    .orderBy(asc(signUpPlaces.user_id))
  if (lately.length < env().SIGNAL_SIGN_UPS_PER_HOUR) return
  await raiseSignal(tx, { ...of, members: lately.map(({ id }) => id) })
  for (const { id, others } of await findSharing(tx, userId)) await watchSharedInBurst(tx, id, others)
}

/** A burst of sign-ups blocks nobody by itself, but those of it who share a destination or a browser. */
export async function watchSharedInBurst(tx: Tx, userId: number, others: readonly number[]): Promise<void> {
  if (!others.length) return
  const found = await tx.execute<{ burst: string; id: number }>(sql`
    SELECT s.id AS burst, o.user_id::int AS id
      FROM signals s JOIN signal_members m ON m.signal_id = s.id AND m.user_id = ${userId}
      JOIN signal_members o ON o.signal_id = s.id AND o.user_id <> ${userId} AND ${inArray(sql`o.user_id`, [...others])}
     WHERE s.kind = 'sign-up-burst' AND s.cleared_at IS NULL
     ORDER BY s.id, o.user_id`)
  for (const burst of new Set(found.map((row) => row.burst)))
    await raiseSignal(tx, {
      kind: 'burst-sharing',
      facts: `burst ${burst}`,
      members: [...found.filter((row) => row.burst === burst).map(({ id }) => id), userId],
    })
}

/** Members of this member's burst who saved one destination before it was a burst. */
const findSharing = (tx: Tx, userId: number) =>
  tx.execute<{ id: number; others: number[] }>(sql`
    SELECT min(d.user_id)::int AS id, array_agg(DISTINCT d.user_id::int) AS others
      FROM signals s JOIN signal_members me ON me.signal_id = s.id AND me.user_id = ${userId}
      JOIN signal_members m ON m.signal_id = s.id
      JOIN destination_saves d ON d.user_id = m.user_id
     WHERE s.kind = 'sign-up-burst' AND s.cleared_at IS NULL
     GROUP BY d.blind_index HAVING count(DISTINCT d.user_id) > 1`)

/** Raises a signal if one of `members`, who signed in with this browser before, and this member referred the other. */
export async function watchBrowser(tx: Tx, userId: number, members: readonly number[]): Promise<void> {
  if (!members.length) return
  await watchSharedInBurst(tx, userId, members)
  const referrer = tx.select({ id: users.referred_by }).from(users).where(eq(users.id, userId))
  const related = await tx
    .select({ id: users.id, referredBy: users.referred_by })
    .from(users)
    .where(
      and(inArray(users.id, [...members]), or(eq(users.referred_by, userId), inArray(users.id, referrer))),
    )
    .orderBy(asc(users.id))
  for (const { id, referredBy } of related) {
    const [from, to] = referredBy === userId ? [userId, id] : [id, userId]
    await raiseSignal(tx, { kind: 'referral-device', facts: `${from}>${to}`, members: [from, to] })
  }
}
