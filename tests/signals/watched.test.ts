/** Which events raise a signal, and what an open signal blocks. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { ClientContext } from '~/accounts/auth/client-context'
import { signUpSchema } from '~/accounts/auth/prepare-sign-up.server'
import { enterCode } from '~/accounts/otp/enter-code.server'
import { signIn, signInSchema } from '~/accounts/auth/sign-in.server'
import { startSignUp } from '~/accounts/auth/sign-up.server'
import { db } from '~/db/client.server'
import { signUpPlaces } from '~/db/schema/members'
import { env } from '~/config/env.server'
import { clearSignal, listSignals } from '~/signals/review.server'
import { recordClick } from '~/tracking/clicks.server'
import { approveDue } from '~/wallet/payout/approve-due.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { inheritFromDeparture } from '~/privacy/departures.server'
import { addUser, readCode, newPhone, PASSWORD, visitor } from '../accounts/people'
import { requestAmount, findWithdrawal } from '../wallet/payout-support'
import { campaign, member, memberWith, makeUpi } from '../wallet/support'

vi.spyOn(console, 'info').mockImplementation(() => {})

/** The open signals about a member: kind and members. */
async function signalsOf(id: number) {
  const open = await listSignals({ state: 'open', member: id }, { limit: 50 })
  return open.map(({ kind, members }) => [kind, ...members.map((one) => one.id).sort()])
}

const bank = { acc_holder_name: 'Asha Rao', ifsc_code: 'ABCD0123456', bank_name: '' }
const newUpi = () => `u${randomUUID().slice(0, 12)}@okbank`

describe('same destination on several accounts', () => {
  test('raises a signal for all of them, for UPI IDs and bank accounts, added or changed', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    const upi = newUpi()
    await saveUpiDetails(a, { upi })
    expect(await signalsOf(a)).toEqual([])
    await saveUpiDetails(b, { upi })
    expect(await signalsOf(a)).toEqual([['same-destination', a, b]])
    await saveUpiDetails(c, { upi: newUpi() })
    expect(await signalsOf(c)).toEqual([])
    await saveUpiDetails(c, { upi })
    expect(await signalsOf(c)).toEqual([['same-destination', a, b, c]])

    const [d, e] = [await member(), await member()]
    for (const id of [d, e]) await saveBankDetails(id, { ...bank, acc_number: '990011223344' })
    expect(await signalsOf(d)).toEqual([['same-destination', d, e]])
  })

  test('counts a destination that was only withdrawn to earlier', async () => {
    const [a, b] = [await memberWith(100_00n), await member()]
    await requestAmount(a, '10')
    await saveUpiDetails(a, { upi: newUpi() })
    await saveUpiDetails(b, { upi: makeUpi(a) })
    expect(await signalsOf(b)).toEqual([['same-destination', a, b]])
  })

  test('raises one signal when two members save it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await member(), await member()]
      const upi = newUpi()
      await Promise.all([saveUpiDetails(a, { upi }), saveUpiDetails(b, { upi })])
      expect(await signalsOf(a)).toEqual([['same-destination', a, b]])
      expect(await signalsOf(b)).toEqual([['same-destination', a, b]])
    }
  })

  test('shows the referrer of each member', async () => {
    const a = await member()
    const b = await member(a)
    const upi = newUpi()
    for (const id of [a, b]) await saveUpiDetails(id, { upi })
    const [signal] = await listSignals({ member: b }, { limit: 1 })
    expect(signal!.members).toMatchObject([
      { id: a, referrer: null },
      { id: b, referrer: a },
    ])
  })

  test('stores no readable destination', async () => {
    const [a, b] = [await member(), await member()]
    for (const id of [a, b]) await saveUpiDetails(id, { upi: 'very.readable@okbank' })
    expect(JSON.stringify(await listSignals({ member: a }, { limit: 9 }))).not.toContain('readable')
  })
})

describe('open signal', () => {
  const approveAutomatically = async () => {
    env().PAYOUT_APPROVAL = 'auto'
    await approveDue().finally(() => (env().PAYOUT_APPROVAL = 'manual'))
  }

  test('blocks approval until it is cleared, not requests nor an approval with a reason', async () => {
    const [a, b] = [await memberWith(100_00n), await member()]
    // Paid to this destination before, so that only the signal blocks approval.
    const paid = await requestAmount(a, '10')
    await approveWithdrawal(paid)
    await payWithdrawal(paid, `UTR${paid}`)
    await saveUpiDetails(b, { upi: makeUpi(a) })
    const [first, second] = [await requestAmount(a, '11'), await requestAmount(a, '12')]
    await approveAutomatically()
    expect((await findWithdrawal(first)).status).toBe('requested')
    expect(await approveWithdrawal(second)).toMatchObject({ ok: false, reason: 'signal-open' })
    expect(await approveWithdrawal(second, { despiteSignal: 'a couple' })).toMatchObject({ ok: true })
    const [signal] = await listSignals({ member: a }, { limit: 9 })
    await clearSignal(signal!.id, 'a couple')
    await approveAutomatically()
    expect((await findWithdrawal(first)).status).toBe('processing')
  })
})

async function signUp(from: Partial<ClientContext>, referral?: string): Promise<number> {
  const phone = newPhone()
  const input = signUpSchema.parse({
    username: 'Ravi Menon',
    phone_number: phone,
    email: `${phone.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
    referred_by: referral,
  })
  const sent = await startSignUp(input, visitor(from))
  if (!sent.ok) throw new Error(sent.reason)
  const entered = await enterCode(
    await readCode(sent.challengeId),
    visitor({ ...from, challengeId: sent.challengeId }),
    inheritFromDeparture,
  )
  if (!entered.ok || !entered.session) throw new Error('refused')
  return entered.session.userId
}

describe('referral in the referrer’s browser', () => {
  test('raises a signal at sign-up', async () => {
    const referrer = await addUser()
    const friend = await signUp({ members: [referrer.id] }, referrer.referral_code!)
    expect(await signalsOf(friend)).toEqual([['referral-device', referrer.id, friend]])
    const elsewhere = await signUp({ members: [(await addUser()).id] }, referrer.referral_code!)
    expect(await signalsOf(elsewhere)).toEqual([])
  })

  test('raises one signal at a sign-in of either, and none for others', async () => {
    const referrer = await addUser()
    const phone = newPhone()
    const friend = await addUser({ phone, referred_by: referrer.id })
    const enter = (phone_number: string, members: number[]) =>
      signIn(signInSchema.parse({ phone_number, password: PASSWORD }), visitor({ members }))
    const other = await addUser()
    await enter(other.phone_number!, [referrer.id, friend.id])
    expect(await signalsOf(other.id)).toEqual([])
    expect((await enter(referrer.phone_number!, [friend.id])).ok).toBe(true)
    await enter(phone, [other.id, referrer.id])
    expect(await signalsOf(friend.id)).toEqual([['referral-device', referrer.id, friend.id]])
  })
})

describe('sign-ups from one network', () => {
  test('above the limit raise a signal about all of the hour', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 3
    const ids: number[] = []
    for (const end of [1, 2]) ids.push(await signUp({ address: `2001:db8:7:${end}::1` }))
    const elsewhere = await signUp({ address: '2001:db8:8::1' })
    expect(await signalsOf(ids[0]!)).toEqual([])
    ids.push(await signUp({ address: '2001:db8:7:3::1' }))
    for (const id of ids) expect(await signalsOf(id)).toEqual([['sign-up-burst', ...ids]])
    expect(await signalsOf(elsewhere)).toEqual([])
    const [place] = await db.select().from(signUpPlaces).where(eq(signUpPlaces.user_id, ids[0]!))
    expect(place!.place_hash).not.toContain('2001')
  })

  test('older than an hour do not count', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 2
    const address = '198.51.100.77'
    const old = await signUp({ address })
    await db
      .update(signUpPlaces)
      .set({ created_at: new Date(Date.now() - 61 * 60_000) })
      .where(eq(signUpPlaces.user_id, old))
    expect(await signalsOf(await signUp({ address }))).toEqual([])
  })
})

describe('clicks beyond the limit', () => {
  test('raise one signal a day about a member, and none about a guest', async () => {
    env().CLICKS_PER_HOUR = 2
    const { id } = await campaign({ guest_clicks: true })
    const userId = await member()
    const click = (who: number | null) => recordClick(id, { userId: who, address: '192.0.2.9', agent: 'x' })
    for (const _ of [1, 2]) expect((await click(userId)).ok).toBe(true)
    expect(await signalsOf(userId)).toEqual([])
    for (const _ of [1, 2, 3]) expect(await click(userId)).toMatchObject({ reason: 'too-many' })
    for (const _ of [1, 2, 3, 4]) await click(null)
    expect(await signalsOf(userId)).toEqual([['click-burst', userId]])
  })
})
