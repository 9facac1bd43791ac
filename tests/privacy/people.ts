/** A member with rows in every table that holds personal data. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { otpChallenges, profileImages, sessions, signUpPlaces } from '~/platform/db/schema/members'
import { subscriptions } from '~/platform/db/schema/notifications'
import { addressLinks, numberChanges } from '~/platform/db/schema/addresses'
import { messageChoices } from '~/platform/db/schema/deliveries'
import { feedback } from '~/platform/db/schema/editorial'
import { followedStores } from '~/platform/db/schema/follows'
import { newsletterRequests } from '~/platform/db/schema/newsletter'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { subscribeDevice } from '~/domain/outreach/push-subscriptions.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { addNote } from '~/domain/support/notes.server'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { signedIn } from '../support/people'
import { requestAmount } from '../wallet/payout-support'
import { byCommand, makeOffer, earn } from '../wallet/support'
import { changeSettings } from '../support/settings'
import { rewrite } from '../support/rewrite'
import { makeBrowser, setPushKeys } from '../support/push'

export const PASSWORD = 'a quiet river'

/** Every identifier of this member; none may be left after the deletion. */
export const NAMES = {
  username: 'Zubeida Quartermaine',
  phone_number: '+919876501234',
  email: 'zubeida@mail.example',
  referral_code: 'ZUBQUART',
  account: '445566778899',
  upi: 'zubeida.q@okbank',
}

setPushKeys()

/** Rs. 500 earned, 200 of it withdrawn and paid; and a friend who joined by the person's code. */
export async function wholePerson() {
  const { username, phone_number, email, referral_code, account, upi } = NAMES
  const { id, visitor } = await signedIn({
    username,
    phone_number,
    email,
    email_confirmed_at: new Date(),
    referral_code,
    password_hash: await hashPassword(PASSWORD),
    terms_version: '1',
    terms_accepted_at: new Date(),
  })
  const friend = await signedIn({ username: 'Friend Of Hers', referred_by: id })
  const saleId = await earn(id, 500_00n)
  await addNote({ saleId }, `${username} asks for more`, 'root')
  await saveBankDetails(id, {
    acc_number: account,
    acc_holder_name: username,
    ifsc_code: 'ABCD0123456',
    bank_name: '',
  })
  await saveUpiDetails(id, { upi }, { holds: false })
  await withdrawAndPay(id)
  const { id: campaign_id, brand_id } = await makeOffer()
  await db.insert(followedStores).values({ user_id: id, brand_id })
  await db.insert(feedback).values({ user_id: id, campaign_id, vote: 'yes' })
  const expires_at = new Date(Date.now() + 3_600_000)
  await db.insert(addressLinks).values({
    user_id: id,
    purpose: 'change',
    email: 'quartermaine@mail.example',
    token_hash: randomUUID(),
    expires_at,
  })
  await db.insert(numberChanges).values({
    user_id: id,
    old_phone: phone_number,
    new_phone: '+919876501235',
    email,
    due_at: expires_at,
  })
  await db.insert(messageChoices).values({ user_id: id, topic: 'stores', channel: 'email', wanted: false })
  await db.insert(profileImages).values({ user_id: id, version: 'v1', webp: Buffer.from('an image') })
  const [session] = await db.select().from(sessions).where(eq(sessions.user_id, id))
  await subscribeDevice({ userId: id, tokenHash: session!.token_hash }, makeBrowser().address)
  await db.insert(signUpPlaces).values({ user_id: id, place_hash: 'a keyed hash' })
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'referral-device', facts: `${id} ${friend.id}`, members: [id, friend.id] }),
  )
  await claimWithProof(id)
  await adjustmentThatWaits(id)
  await db.insert(subscriptions).values({ email, unsubscribe_token: randomUUID() })
  await db.insert(newsletterRequests).values({ email, token_hash: randomUUID() })
  await addNote({ userId: id }, `${username} called`, 'root')
  await db
    .insert(otpChallenges)
    .values({ purpose: 'otp-sign-in', phone_number, provider: 'demo', expires_at: new Date() })
  return { id, visitor, friend: friend.id }
}

/** Of a paid withdrawal, with a word and a file of hers. */
async function claimWithProof(userId: number) {
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.user_id, userId))
  const opened = await openMemberClaim(
    userId,
    { withdrawal: withdrawal!.id },
    { kind: 'question', text: `${NAMES.username} asks` },
  )
  if (!opened.ok) throw new Error(opened.reason)
  await addProof(userId, opened.claim.id, Buffer.from('%PDF-1.7 of Zubeida'))
}

async function adjustmentThatWaits(userId: number) {
  await changeSettings({ FOUR_EYES_ABOVE: '0' })
  const gift = { userId, kind: 'goodwill', amount: paise(5_00n), reason: 'A late answer' } as const
  await byCommand('adjustments add', 'root', () => addAdjustment(gift, 'root'))
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
}

/** A sale of the friend that this person referred; worth nothing to her, so that the books stay as they are. */
export async function referredSale(friend: number, referrer: number) {
  const id = await earn(friend, 4n)
  await rewrite(sql`UPDATE conversions SET referrer_id = ${referrer} WHERE id = ${id}`)
}

async function withdrawAndPay(id: number) {
  const withdrawal_id = await requestAmount(id, '200', 'bank')
  await approveWithdrawal(withdrawal_id, { despiteSignal: 'Looked into' })
  await payWithdrawal(withdrawal_id, `UTR${withdrawal_id}`)
  await db.insert(payoutEvents).values({
    provider: 'cashfree',
    event_id: randomUUID(),
    kind: 'TRANSFER_SUCCESS',
    body: 'as if sealed: Zubeida',
    withdrawal_id,
    processed_at: new Date(),
    outcome: 'applied',
  })
}

/** Frees the member's unique names for the next test. */
export async function makeRoom() {
  await rewrite(
    sql`UPDATE users SET phone_number = NULL, email = NULL, referral_code = NULL WHERE phone_number = ${NAMES.phone_number}`,
  )
  await db.delete(subscriptions)
  await db.delete(otpChallenges)
}
