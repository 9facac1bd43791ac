import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { HIDDEN_HINT } from '~/domain/accounts/payout-hold.server'
import type { User } from '~/domain/accounts/users.server'
import type { Tx } from '~/platform/db/client.server'
import { addressLinks, numberChanges } from '~/platform/db/schema/addresses'
import { deliveries, messageChoices } from '~/platform/db/schema/deliveries'
import { feedback } from '~/platform/db/schema/editorial'
import { followedStores } from '~/platform/db/schema/follows'
import { otpChallenges, profileImages, sessions, users } from '~/platform/db/schema/members'
import { notifications, subscriptions } from '~/platform/db/schema/notifications'
import { bankDetails, destinationSaves, upiDetails } from '~/platform/db/schema/payout-details'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { isOwnAddress } from '~/domain/outreach/own-address.server'
import { endSubscription } from '~/domain/outreach/newsletter.server'
import { forgetSignals } from '~/domain/signals/retention.server'
import { eraseNotes } from '~/domain/support/notes.server'
import { eraseClaims } from '~/domain/tracking/member-claims.server'

export const DELETED_NAME = 'Deleted account'

/** Keeps the rows that the books need, without a name. */
export async function erasePersonalData(
  tx: Tx,
  { id, phone_number, email, email_confirmed_at }: User,
): Promise<void> {
  await tx
    .update(users)
    .set({
      username: DELETED_NAME,
      phone_number: null,
      email: null,
      email_confirmed_at: null,
      email_stopped_at: null,
      password_hash: null,
      referral_code: null,
      payout_hold_until: null,
      payout_hold_reason: null,
      email_set_at: null,
      deleted_at: sql`now()`,
    })
    .where(eq(users.id, id))
  const tables = [
    pushSubscriptions,
    sessions,
    bankDetails,
    upiDetails,
    destinationSaves,
    profileImages,
    deliveries,
    messageChoices,
    addressLinks,
    numberChanges,
    notifications,
    feedback,
    followedStores,
  ]
  for (const table of tables) await tx.delete(table).where(eq(table.user_id, id))
  await forgetSignals(tx, id)
  if (phone_number) await tx.delete(otpChallenges).where(eq(otpChallenges.phone_number, phone_number))
  if (email && isOwnAddress({ email_confirmed_at })) {
    await endSubscription(tx, email)
    await tx.delete(subscriptions).where(eq(subscriptions.email, email))
  }
  const own = tx.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.user_id, id))
  await tx
    .update(payoutEvents)
    .set({ body: 'erased' })
    .where(and(inArray(payoutEvents.withdrawal_id, own), isNotNull(payoutEvents.processed_at)))
  await tx
    .update(withdrawals)
    .set({ destination: 'erased', destination_hint: HIDDEN_HINT, destination_index: null })
    .where(eq(withdrawals.user_id, id))
  await tx.update(users).set({ referred_by: null }).where(eq(users.referred_by, id))
  await eraseNotes(tx, id)
  await eraseClaims(tx, id)
}
