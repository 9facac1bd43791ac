/** Who comes in where others did: many sign-ups from one place, and a friend in the browser of whoever brought them. */
import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { widestPlaceOf } from '~/db/limits.server'
import { signUpPlaces, users } from '~/db/schema'
import { derivedKey, env } from '~/env.server'
import { lockFacts, raiseSignal } from './signals.server'

/** An IPv4 address, or an IPv6 /48. */
const placeHash = (address: string) =>
  createHmac('sha256', derivedKey('sign-up place')).update(widestPlaceOf(address)).digest('base64url')

/** Call it where an account was made from this address: SIGNAL_SIGN_UPS_PER_HOUR from one place make a signal. */
export async function watchSignUp(tx: Tx, userId: number, address: string): Promise<void> {
  if (!address) return
  const place_hash = placeHash(address)
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
}

/**
 * Call it where somebody comes in who is new to a browser that knows these members: whoever of them brought this person, or was
 * brought by this person, may be the same one.
 */
export async function watchBrowser(tx: Tx, userId: number, members: readonly number[]): Promise<void> {
  if (!members.length) return
  const referrer = tx.select({ id: users.referred_by }).from(users).where(eq(users.id, userId))
  const related = await tx
    .select({ id: users.id, broughtBy: users.referred_by })
    .from(users)
    .where(
      and(inArray(users.id, [...members]), or(eq(users.referred_by, userId), inArray(users.id, referrer))),
    )
    .orderBy(asc(users.id))
  for (const { id, broughtBy } of related) {
    const [from, to] = broughtBy === userId ? [userId, id] : [id, userId]
    await raiseSignal(tx, { kind: 'referral-device', facts: `${from}>${to}`, members: [from, to] })
  }
}
