import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { getWidestPrefix } from '~/runtime/address-prefixes'
import { signUpPlaces, users } from '~/db/schema/members'
import { deriveKey, env } from '~/config/env.server'
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
}

/** Raises a signal if one of `members`, who signed in with this browser before, and this member referred the other. */
export async function watchBrowser(tx: Tx, userId: number, members: readonly number[]): Promise<void> {
  if (!members.length) return
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
