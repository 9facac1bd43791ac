/** Only a keyed hash of the number is kept (docs/decisions/0020-payout-destinations.md). */
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { holdPayouts } from '~/accounts/payout-hold.server'
import type { OnSignUp } from '~/accounts/join/sign-up.server'
import type { User } from '~/accounts/users.server'
import { db, type Tx } from '~/db/client.server'
import { departures } from '~/db/schema/departures'
import { blindIndex } from '~/db/seal.server'
import { paise } from '~/formats/money'
import { raiseSignal } from '~/signals/signals.server'
import type { Wallet } from '~/wallet/ledger/ledger.server'
import {
  type Departure,
  INHERITED_FOR,
  notifyOfInheritance,
  moveDebtToSuccessor,
} from './inherited-debt.server'
export const RETURN_HOLD_REASON = 'an earlier account with your number was on hold'

const hashOf = (phone: string) => blindIndex(`departed number:${phone}`)

export const isHeld = ({ payout_hold_until: until }: Pick<User, 'payout_hold_until'>): boolean =>
  until !== null && until.getTime() > Date.now()

/** Records the debt and the hold of an account that is being deleted; no-op if it has neither. */
export async function recordDeparture(tx: Tx, user: User, { debt }: Wallet): Promise<void> {
  const held = isHeld(user)
  if (!user.phone_number || (debt === 0n && !held)) return
  await tx.insert(departures).values({
    user_id: user.id,
    phone_hash: hashOf(user.phone_number),
    debt_paise: debt,
    hold_until: held ? user.payout_hold_until : null,
    hold_reason: held ? user.payout_hold_reason : null,
  })
}

/** Sign-up hook: inherits the debt and hold of a deleted account within 90 days; later only a signal is raised. */
export const inheritFromDeparture: OnSignUp = async (tx, member) => {
  const found = await tx
    .select({
      departure: departures,
      inTime: sql<boolean>`${departures.left_at} > now() - ${INHERITED_FOR}`,
    })
    .from(departures)
    .where(
      and(
        eq(departures.phone_hash, hashOf(member.phone_number)),
        isNull(departures.returned_as),
        isNull(departures.lifted_at),
      ),
    )
    .orderBy(asc(departures.id))
    .for('update')
  let moved = paise(0n)
  let until: Date | null = null
  for (const { departure, inTime } of found) {
    await tx
      .update(departures)
      .set({ returned_as: member.id, returned_at: sql`now()`, inherited: inTime })
      .where(eq(departures.id, departure.id))
    await raiseSignal(tx, {
      kind: 'returning-number',
      facts: `departure ${departure.id}`,
      members: [departure.user_id, member.id],
    })
    if (!inTime) continue
    moved = paise(moved + (await moveDebtToSuccessor(tx, { ...departure, returned_as: member.id })))
    if (departure.hold_until && departure.hold_until.getTime() > Date.now())
      until = (await holdPayouts(tx, member.id, departure.hold_until, RETURN_HOLD_REASON)).until
  }
  if (moved > 0n || until) await notifyOfInheritance(tx, member.id, moved, until)
}

/** `userId` is the deleted or the new account. Oldest first. */
export function findDepartures({ userId, phone }: { userId?: number; phone?: string }): Promise<Departure[]> {
  return db
    .select()
    .from(departures)
    .where(
      or(
        userId === undefined ? undefined : eq(departures.user_id, userId),
        userId === undefined ? undefined : eq(departures.returned_as, userId),
        phone === undefined ? undefined : eq(departures.phone_hash, hashOf(phone)),
      ),
    )
    .orderBy(asc(departures.id))
}
