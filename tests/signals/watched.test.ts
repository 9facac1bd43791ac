/** Which events raise a signal, and what an open signal blocks. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { ClientContext } from '~/domain/accounts/client-context'
import { signUpSchema, startSignUp } from '~/domain/accounts/sign-up.server'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { signIn, signInSchema } from '~/domain/accounts/sign-in.server'
import { db } from '~/platform/db/client.server'
import { signUpPlaces } from '~/platform/db/schema/members'
import { env } from '~/platform/config/env.server'
import { clearSignal, listSignals, upholdSignal } from '~/domain/signals/review.server'
import { raiseSignal, type SignalKind } from '~/domain/signals/signals.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { approveDue } from '~/domain/wallet/approve-due.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import {
  approveWithdrawal,
  payWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { addUser, readCode, newPhone, PASSWORD, visitor } from '../accounts/people'
import { rewrite } from '../support/rewrite'
import { requestAmount, findWithdrawal } from '../wallet/payout-support'
import { makeOffer, earn, member, memberWith, makeUpi } from '../wallet/support'

vi.spyOn(console, 'info').mockImplementation(() => {})

/** The open signals about a member: kind and members. */
async function listSignalKinds(id: number) {
  const open = await listSignals({ state: 'open', member: id }, { limit: 50 })
  return open.map(({ kind, members }) => [kind, ...members.map((one) => one.id).sort()])
}

const bank = { acc_holder_name: 'Asha Rao', ifsc_code: 'ABCD0123456', bank_name: '' }
const newUpi = () => `u${randomUUID().slice(0, 12)}@okbank`

/** A member who was paid one rupee to `upi`, `days` ago. */
async function paidTo(upi: string, days = 0): Promise<number> {
  const id = await member()
  await earn(id, 100_00n)
  await saveUpiDetails(id, { upi })
  await payOneRupee(id, days)
  return id
}

async function payOneRupee(id: number, days = 0): Promise<number> {
  const paid = await requestAmount(id, '1')
  await approveWithdrawal(paid, { despiteSignal: 'a test' })
  await payWithdrawal(paid, `UTR${paid}`)
  await rewrite(
    sql`UPDATE withdrawal_steps SET created_at = created_at - make_interval(days => ${days}) WHERE withdrawal_id = ${paid}`,
  )
  return paid
}

const isBlocked = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await findBlockers(db, [id])).get(id)!.hasSignal))

const openSignals = async (member: number, kind?: SignalKind) =>
  listSignals({ state: 'open', member, ...(kind && { kind }) }, { limit: 50 })

describe('a destination of several members', () => {
  const saves: [
    string,
    (upi: string) => Promise<{ earlier: number[]; blocked: boolean[]; later: boolean }>,
  ][] = [
    [
      'blocks nobody where nobody was paid to it, however many save it',
      async (upi) => {
        const earlier = [await member(), await member()]
        for (const id of earlier) await saveUpiDetails(id, { upi })
        return { earlier, blocked: [false, false], later: false }
      },
    ],
    [
      'blocks only who comes later where somebody was paid to it for 30 days',
      async (upi) => ({ earlier: [await paidTo(upi, 31)], blocked: [false], later: true }),
    ],
    [
      'blocks only who comes later where somebody was just paid to it',
      async (upi) => ({ earlier: [await paidTo(upi)], blocked: [false], later: true }),
    ],
    [
      'blocks nobody where the payment was returned',
      async (upi) => {
        const id = await member()
        await earn(id, 100_00n)
        await saveUpiDetails(id, { upi })
        await returnWithdrawal(await payOneRupee(id, 40), 'no such account')
        return { earlier: [id], blocked: [false], later: false }
      },
    ],
    [
      'gives no standing to a member about whom a signal was upheld',
      async (upi) => {
        const id = await paidTo(upi, 31)
        const signal = await db.transaction((tx) =>
          raiseSignal(tx, { kind: 'click-burst', facts: `upheld ${id}`, members: [id] }),
        )
        await upholdSignal(signal!, 'a bot')
        return { earlier: [id], blocked: [true], later: true }
      },
    ],
    [
      'does not block a member who saved it before another was paid to it',
      async (upi) => {
        const early = await member()
        await saveUpiDetails(early, { upi })
        return { earlier: [early, await paidTo(upi, 31)], blocked: [false, false], later: true }
      },
    ],
  ]
  test.each(saves)('%s', async (_, arrange) => {
    const upi = newUpi()
    const { earlier, blocked, later } = await arrange(upi)
    const newcomer = await member()
    await saveUpiDetails(newcomer, { upi })
    expect(await isBlocked(...earlier)).toEqual(blocked)
    expect(await isBlocked(newcomer)).toEqual([later])
  })

  test('counts bank accounts, and changes as well as first entries', async () => {
    const account = { ...bank, acc_number: `99${String(Date.now()).slice(-10)}` }
    const paid = await member()
    await earn(paid, 100_00n)
    await saveBankDetails(paid, account)
    const id = await requestAmount(paid, '1', 'bank')
    await approveWithdrawal(id)
    await payWithdrawal(id, `UTR${id}`)
    const later = await member()
    await saveBankDetails(later, { ...account, acc_number: '123456789012' })
    expect(await isBlocked(later)).toEqual([false])
    await saveBankDetails(later, account)
    expect(await isBlocked(paid, later)).toEqual([false, true])
    const [signal] = await openSignals(later)
    expect(signal!.members.map(({ id, about }) => [id, about]).sort()).toEqual([
      [paid, false],
      [later, true],
    ])
  })

  test('of a pair that was cleared once as a household raises nothing again, here and elsewhere', async () => {
    const upi = newUpi()
    const paid = await paidTo(upi, 31)
    const partner = await member()
    await saveUpiDetails(partner, { upi })
    const [signal] = await openSignals(partner)
    await clearSignal(signal!.id, 'a couple')
    const other = newUpi()
    await saveUpiDetails(paid, { upi: other })
    await payDespiteHold(paid)
    await saveUpiDetails(partner, { upi: other })
    expect(await openSignals(partner)).toEqual([])
    const third = await member()
    await saveUpiDetails(third, { upi: other })
    expect(await isBlocked(paid, partner, third)).toEqual([false, false, true])
  })

  test('blocks only the two who save it at the same moment where somebody was paid to it', async () => {
    for (let round = 0; round < 5; round++) {
      const upi = newUpi()
      const paid = round % 2 ? await paidTo(upi) : null
      const [a, b] = [await member(), await member()]
      await Promise.all([saveUpiDetails(a, { upi }), saveUpiDetails(b, { upi })])
      expect(await isBlocked(a, b)).toEqual(paid ? [true, true] : [false, false])
      if (!paid) continue
      expect(await isBlocked(paid)).toEqual([false])
      expect(await openSignals(a)).toEqual(await openSignals(b))
    }
  })

  test('who came later to those of more than three others is one signal, and stops none of them', async () => {
    const victims = await Promise.all(Array.from({ length: 6 }, () => member()))
    for (const id of victims) await saveUpiDetails(id, { upi: makeUpi(id) })
    const stranger = await member()
    for (const id of victims) {
      await saveUpiDetails(stranger, { upi: makeUpi(id) })
      // As on as many days.
      await rewrite(
        sql`UPDATE destination_saves SET saved_at = saved_at - interval '2 days' WHERE user_id = ${stranger}`,
      )
    }
    expect(await isBlocked(...victims)).toEqual(victims.map(() => false))
    for (const id of victims) expect(await openSignals(id)).toEqual([])
    expect(await listSignalKinds(stranger)).toEqual([['many-destinations', stranger]])
    expect(await isBlocked(stranger)).toEqual([true])
  })

  test('shows the referrer of each member, and stores no readable destination', async () => {
    const upi = 'very.readable@okbank'
    const a = await paidTo(upi)
    const b = await member(a)
    await saveUpiDetails(b, { upi })
    const [signal] = await listSignals({ member: b }, { limit: 1 })
    expect(signal!.members).toMatchObject([
      { id: a, referrer: null },
      { id: b, referrer: a },
    ])
    expect(JSON.stringify(signal)).not.toContain('readable')
  })
})

/** Ends the hold of a changed destination, and pays one rupee to it. */
async function payDespiteHold(id: number): Promise<void> {
  await rewrite(sql`UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE id = ${id}`)
  await payOneRupee(id)
}

const approveAutomatically = async () => {
  env().PAYOUT_APPROVAL = 'auto'
  await approveDue().finally(() => (env().PAYOUT_APPROVAL = 'manual'))
}

describe('automatic approval', () => {
  test.each([
    ['a first withdrawal waits for a person', async () => memberWith(100_00n), 'requested'],
    ['to a destination that was paid and nobody else saved', async () => paidTo(newUpi()), 'processing'],
    [
      'to a shared one waits for a person while the member was paid for less than 30 days',
      async () => shared(29),
      'requested',
    ],
    ['to a shared one goes on where the member was paid for 30 days', async () => shared(30), 'processing'],
  ] as const)('%s', async (_, arrange, status) => {
    const id = await arrange()
    const asked = await requestAmount(id, '10')
    await approveAutomatically()
    expect((await findWithdrawal(asked)).status).toBe(status)
    expect(await approveWithdrawal(asked)).toMatchObject({ ok: true })
  })

  async function shared(days: number) {
    const upi = newUpi()
    const id = await paidTo(upi, days)
    await saveUpiDetails(await member(), { upi })
    return id
  }
})

describe('open signal', () => {
  test('blocks approval until it is cleared, not requests nor an approval with a reason', async () => {
    const a = await memberWith(100_00n)
    const id = (await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'click-burst', facts: `open ${a}`, members: [a] }),
    ))!
    const [first, second] = [await requestAmount(a, '11'), await requestAmount(a, '12')]
    expect(await approveWithdrawal(second)).toMatchObject({ ok: false, reason: 'signal-open' })
    expect(await approveWithdrawal(second, { despiteSignal: 'a couple' })).toMatchObject({ ok: true })
    await clearSignal(id, 'a couple')
    expect(await approveWithdrawal(first)).toMatchObject({ ok: true })
  })

  test('raised while a withdrawal is approved comes before or after it, never between', async () => {
    for (let round = 0; round < 6; round++) {
      const upi = newUpi()
      await paidTo(upi)
      const later = await memberWith(100_00n)
      const asked = await requestAmount(later, '10')
      const [saved, approved] = await Promise.all([saveUpiDetails(later, { upi }), approveWithdrawal(asked)])
      expect(saved.ok).toBe(true)
      expect(approved.ok || ['signal-open', 'on-hold'].includes(approved.reason)).toBe(true)
      expect((await findWithdrawal(asked)).status).toBe(approved.ok ? 'processing' : 'requested')
      const next = await requestDespiteHold(later)
      expect(await approveWithdrawal(next)).toMatchObject({ reason: 'signal-open' })
    }
  })

  async function requestDespiteHold(id: number): Promise<number> {
    await rewrite(sql`UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE id = ${id}`)
    return requestAmount(id, '10')
  }
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
    expect(await listSignalKinds(friend)).toEqual([['referral-device', referrer.id, friend]])
    const elsewhere = await signUp({ members: [(await addUser()).id] }, referrer.referral_code!)
    expect(await listSignalKinds(elsewhere)).toEqual([])
  })

  test('raises one signal at a sign-in of either, and none for others', async () => {
    const referrer = await addUser()
    const phone = newPhone()
    const friend = await addUser({ phone, referred_by: referrer.id })
    const enter = (phone_number: string, members: number[]) =>
      signIn(signInSchema.parse({ phone_number, password: PASSWORD }), visitor({ members }))
    const other = await addUser()
    await enter(other.phone_number!, [referrer.id, friend.id])
    expect(await listSignalKinds(other.id)).toEqual([])
    expect((await enter(referrer.phone_number!, [friend.id])).ok).toBe(true)
    await enter(phone, [other.id, referrer.id])
    expect(await listSignalKinds(friend.id)).toEqual([['referral-device', referrer.id, friend.id]])
  })
})

describe('sign-ups from one network', () => {
  test('above the limit raise a signal about all of the hour, which blocks none until it is upheld', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 3
    const ids: number[] = []
    for (const end of [1, 2]) ids.push(await signUp({ address: `2001:db8:7:${end}::1` }))
    const elsewhere = await signUp({ address: '2001:db8:8::1' })
    expect(await listSignalKinds(ids[0]!)).toEqual([])
    ids.push(await signUp({ address: '2001:db8:7:3::1' }))
    for (const id of ids) expect(await listSignalKinds(id)).toEqual([['sign-up-burst', ...ids]])
    expect(await listSignalKinds(elsewhere)).toEqual([])
    expect(await isBlocked(...ids)).toEqual([false, false, false])
    const [place] = await db.select().from(signUpPlaces).where(eq(signUpPlaces.user_id, ids[0]!))
    expect(place!.place_hash).not.toContain('2001')
    const [burst] = await openSignals(ids[0]!)
    await upholdSignal(burst!.id, 'one person')
    expect(await isBlocked(...ids)).toEqual([true, true, true])
  })

  test('thirty with different destinations are all paid after a review, none automatically', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 10
    const ids: number[] = []
    for (let n = 0; n < 30; n++) ids.push(await signUp({ address: '198.51.100.30' }))
    expect((await openSignals(ids[29]!)).map(({ kind }) => kind)).toEqual(['sign-up-burst'])
    const asked: number[] = []
    for (const id of ids) {
      await earn(id, 10_00n)
      await saveUpiDetails(id, { upi: newUpi() })
      asked.push(await requestAmount(id, '10'))
    }
    await approveAutomatically()
    for (const one of asked) {
      expect((await findWithdrawal(one)).status).toBe('requested')
      expect(await approveWithdrawal(one)).toMatchObject({ ok: true })
      expect(await payWithdrawal(one, `BURST${one}`)).toMatchObject({ ok: true })
    }
  })

  test.each(['before', 'after'] as const)(
    'block those who share a destination saved %s the burst',
    async (when) => {
      env().SIGNAL_SIGN_UPS_PER_HOUR = 3
      const address = when === 'before' ? '203.0.113.200' : '203.0.113.201'
      const upi = newUpi()
      const ids = [await signUp({ address }), await signUp({ address })]
      const share = async () => {
        for (const id of ids.slice(0, 2)) await saveUpiDetails(id, { upi })
      }
      if (when === 'before') await share()
      ids.push(await signUp({ address }))
      if (when === 'after') await share()
      expect(await isBlocked(...ids)).toEqual([true, true, false])
      expect(await openSignals(ids[0]!, 'burst-sharing')).toHaveLength(1)
    },
  )

  test('block those who share a browser', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 2
    const address = '203.0.113.9'
    const first = await signUp({ address })
    const second = await signUp({ address })
    const third = await signUp({ address, members: [first] })
    expect(await isBlocked(first, second, third)).toEqual([true, false, true])
  })

  test('older than an hour do not count', async () => {
    env().SIGNAL_SIGN_UPS_PER_HOUR = 2
    const address = '198.51.100.77'
    const old = await signUp({ address })
    await db
      .update(signUpPlaces)
      .set({ created_at: new Date(Date.now() - 61 * 60_000) })
      .where(eq(signUpPlaces.user_id, old))
    expect(await listSignalKinds(await signUp({ address }))).toEqual([])
  })
})

describe('clicks beyond the limit', () => {
  test('raise one signal a day about a member, and none about a guest', async () => {
    env().CLICKS_PER_HOUR = 2
    const { id } = await makeOffer({ guest_clicks: true })
    const userId = await member()
    const click = (who: number | null) => recordClick(id, { userId: who, address: '192.0.2.9', agent: 'x' })
    for (const _ of [1, 2]) expect((await click(userId)).ok).toBe(true)
    expect(await listSignalKinds(userId)).toEqual([])
    for (const _ of [1, 2, 3]) expect(await click(userId)).toMatchObject({ reason: 'too-many' })
    for (const _ of [1, 2, 3, 4]) await click(null)
    expect(await listSignalKinds(userId)).toEqual([['click-burst', userId]])
  })
})
