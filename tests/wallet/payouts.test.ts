/** Payouts by RazorpayX and Cashfree, against fakes of their documented APIs. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { env } from '~/config/env.server'
import { payoutEvents } from '~/db/schema/payouts'
import { listNotifications } from '../support/notifications'
import { findDefects } from '~/wallet/audit/audit.server'
import { approveDue } from '~/wallet/payout/approve-due.server'
import { applyDueEvents, receiveWebhook } from '~/wallet/payout/webhooks.server'
import { sendDue, sendNow } from '~/wallet/payout/send-due.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { readWallet } from '~/wallet/wallet.server'
import { cancelWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { findFreePort } from '../../embedded/postmaster'
import type { Bank } from '../support/payout-providers'
import {
  approvedWithdrawal,
  requestAmount,
  deliverWebhook,
  expectConflicts,
  makeDue,
  memberPaidBefore,
  findOrder,
  payBy,
  findReference,
  findWithdrawal,
  work,
} from './payout-support'
import { raiseSignal } from '~/signals/signals.server'
import { saveUpiDetails } from '~/wallet/details/payout-details.server'
import { listSteps } from '~/wallet/withdrawals/list-withdrawals.server'
import { earn, member, memberInDebt, memberWith, makeUpi, typeCommands } from './support'
import { listConflicts, resolveConflict } from '~/wallet/payout/conflicts.server'
import { readSettings } from '~/settings/settings.server'
import { changeSettings } from '../support/settings'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

const banks = await vi.hoisted(async () => {
  Object.assign(process.env, { PAYOUT_PROVIDER: 'razorpayx', PAYOUT_TIMEOUT_MS: '1500' })
  return (await import('../support/payout-providers')).startBanks(process.env)
})

afterAll(() => Promise.all(Object.values(banks).map((bank) => bank.close())))

/** After every case the books balance and no undocumented request was sent. */
async function requireSound(bank: Bank): Promise<void> {
  expect(bank.refusals).toEqual([])
  expect(await findDefects()).toEqual([])
}

describe.each(Object.values(banks))('payouts by $name', (bank) => {
  const made = (reference: string) => (bank.payouts.has(reference) ? 1 : 0)
  const posts = (reference: string) => bank.calls.filter((call) => call === `POST ${reference}`).length

  beforeEach(() => {
    payBy(bank.name)
    bank.refusals.length = 0
    bank.manners.length = 0
  })
  afterEach(() => requireSound(bank))

  test('a success is sent once with our reference and paid with the bank’s', async () => {
    const { id, userId, reference } = await approvedWithdrawal('250.50')
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({ stage: 'sent', provider: bank.name, attempts: 0 })
    expect(bank.payouts.get(reference)).toMatchObject({ paise: 250_50n })
    const utr = `4321${id}${bank.name}`
    bank.settle(reference, 'paid', { utr })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr })
    expect(await findOrder(id)).toMatchObject({ stage: 'done' })
    expect(await readWallet(userId)).toMatchObject({ available: 749_50n, onItsWay: 0n })
    expect((await listNotifications(userId))[0]).toMatchObject({
      title: 'Withdrawal paid',
      body: `Rs. 250.50 was paid to as•••@okbank. Bank reference: ${utr}.`,
    })
    await work(id)
    expect(posts(reference)).toBe(1)
  })

  test('a payout to a bank account works with a holder name in another script', async () => {
    bank.manners.push('paid')
    const { id, reference } = await approvedWithdrawal('600', 'bank')
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(made(reference)).toBe(1)
  })

  test('a payout without the bank’s reference is not paid until the reference is known', async () => {
    const { id, reference } = await approvedWithdrawal()
    await work(id)
    bank.settle(reference, 'paid', { utr: null })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
    bank.settle(reference, 'paid', { utr: `N${id}` })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `N${id}` })
  })

  test('a failure returns the money with the reason', async () => {
    bank.manners.push('failed')
    const { id, userId } = await approvedWithdrawal()
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded', reason: 'The account is closed' })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
    expect((await listSteps(id)).map((s) => s.status)).toEqual([
      'requested',
      'processing',
      'failed',
      'refunded',
    ])
  })

  test('an immediate refusal creates no payout and returns the money', async () => {
    bank.manners.push('refused')
    const { id, userId, reference } = await approvedWithdrawal()
    await work(id)
    expect(made(reference)).toBe(0)
    expect(await findWithdrawal(id)).toMatchObject({
      status: 'refunded',
      reason: 'Invalid VPA. Please enter a valid VPA',
    })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
  })

  test('a reversal after payment returns the money with status returned', async () => {
    bank.manners.push('paid')
    const { id, userId, reference } = await approvedWithdrawal()
    await work(id)
    bank.settle(reference, 'reversed', { reason: 'Account frozen' })
    expect(await deliverWebhook(bank, reference)).toBe('stored')
    expect(await findWithdrawal(id)).toMatchObject({ status: 'returned', reason: 'Account frozen' })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
  })

  test.each(['silent', 'broken'] as const)(
    '%s after acceptance: unknown without a refund, polled until known, paid once',
    async (manner) => {
      bank.manners.push(manner)
      const { id, userId, reference } = await approvedWithdrawal()
      await work(id)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'unknown' })
      expect(await findOrder(id)).toMatchObject({ stage: 'asking' })
      expect(await readWallet(userId)).toMatchObject({ available: 750_00n, onItsWay: 250_00n })
      expect((await listNotifications(userId))[0]!.title).toBe('Withdrawal delayed')
      await work(id)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'unknown' })
      bank.settle(reference, 'paid')
      await work(id)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
      expect({ made: made(reference), posts: posts(reference) }).toEqual({ made: 1, posts: 1 })
    },
  )

  test.each(['deaf', 'down'] as const)(
    '%s before acceptance: unknown, and sent again only where the key makes that safe',
    async (manner) => {
      bank.manners.push(manner, 'paid')
      const { id, reference } = await approvedWithdrawal()
      await work(id)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'unknown' })
      await work(id)
      await work(id)
      const isSafe = bank.name === 'razorpayx'
      expect(await findWithdrawal(id)).toMatchObject({ status: isSafe ? 'paid' : 'unknown' })
      // After a 5xx of Cashfree nothing is sent again: the operator checks there and decides.
      expect(posts(reference)).toBe(isSafe ? 2 : 1)
      if (isSafe) return
      expect(await failWithdrawal(id, 'Not sent')).toEqual({
        ok: false,
        reason: 'with-provider',
        provider: 'cashfree',
      })
      expect(await failWithdrawal(id, 'Not sent', { evenSo: true })).toMatchObject({
        withdrawal: { status: 'refunded' },
      })
      bank.manners.length = 0
    },
  )

  test('a refused connection or a wrong key: nothing was sent, and the payout stays ready', async () => {
    const { id, reference } = await approvedWithdrawal()
    bank.manners.push('paid')
    const key = bank.name === 'razorpayx' ? 'authorization' : 'x-client-secret'
    const real = globalThis.fetch
    const closed = await findFreePort()
    const spoil = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      const headers = { ...(init?.headers as Record<string, string>), [key]: 'wrong' }
      return real(url, { ...init, headers })
    })
    await work(id)
    spoil.mockImplementation((_, init) => real(`http://127.0.0.1:${closed}/`, init))
    await work(id)
    spoil.mockRestore()
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({ stage: 'ready', error: 'no connection', attempts: 2 })
    expect(posts(reference)).toBe(0)
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
  })

  test('a payout on low balance is queued, and paid when there is money', async () => {
    bank.manners.push('queued')
    const { id, reference } = await approvedWithdrawal()
    await work(id)
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({ stage: 'sent' })
    bank.settle(reference, 'paid')
    await deliverWebhook(bank, reference)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(posts(reference)).toBe(1)
  })

  test('the pause between polls grows while nothing changes', async () => {
    const { id } = await approvedWithdrawal()
    await work(id)
    const pauses: number[] = []
    for (let i = 0; i < 4; i++) {
      const { next_attempt_at, updated_at } = await findOrder(id)
      pauses.push(Math.round((next_attempt_at.getTime() - updated_at.getTime()) / 1000))
      await work(id)
    }
    expect(pauses).toEqual([5, 10, 20, 40])
    await db.execute(sql`UPDATE payout_orders SET attempts = 30 WHERE withdrawal_id = ${id}`)
    await work(id)
    const { next_attempt_at, updated_at } = await findOrder(id)
    expect(Math.round((next_attempt_at.getTime() - updated_at.getTime()) / 1000)).toBe(900)
  })

  test('sendNow() polls despite the pause, and does nothing for a finished or manual payout', async () => {
    const { id, reference } = await approvedWithdrawal()
    expect(await sendNow(id)).toBe(true)
    bank.settle(reference, 'paid', { utr: `U7-${id}` })
    expect(await sendNow(id)).toBe(true)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `U7-${id}` })
    expect(await sendNow(id)).toBe(false)
    payBy('manual')
    expect(await sendNow((await approvedWithdrawal()).id)).toBe(false)
  })

  test('less than a rupee, which no provider accepts, is not sent', async () => {
    // Requested while payouts were manual and any amount was allowed.
    const { name } = bank
    payBy('manual')
    const asked = await requestAmount(await memberWith(1_000_00n), '0.99')
    payBy(name)
    await approveWithdrawal(asked)
    const [id, reference] = [asked, await findReference(asked)]
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded', reason: 'It is less than Rs. 1.00' })
    expect(posts(reference)).toBe(0)
  })

  describe('webhooks', () => {
    const outcomes = async (id: number) =>
      (await db.select().from(payoutEvents).orderBy(payoutEvents.id))
        .filter((event) => event.withdrawal_id === id)
        .map((event) => event.outcome)

    test('a webhook before the first poll is applied once, also when repeated and simultaneous', async () => {
      const { id, reference } = await approvedWithdrawal()
      await work(id)
      bank.settle(reference, 'paid', { utr: `U1-${id}` })
      const { headers, body } = bank.webhook(reference)
      const send = () => receiveWebhook(bank.name, new Headers(headers), body)
      expect(await Promise.all([send(), send(), send()])).toEqual(['stored', 'stored', 'stored'])
      expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `U1-${id}` })
      expect(await outcomes(id)).toEqual(['applied'])
      await deliverWebhook(bank, reference)
      expect((await outcomes(id)).slice(1).every((outcome) => outcome === 'repeat')).toBe(true)
      expect((await listSteps(id)).filter((s) => s.status === 'paid')).toHaveLength(1)
    })

    test('webhooks in the wrong order (reversed, paid, initiated) leave the money returned', async () => {
      const { id, userId, reference } = await approvedWithdrawal()
      await work(id)
      const events = (['pending', 'paid', 'reversed'] as const).map((state) => {
        bank.settle(reference, state, { reason: 'Account closed' })
        return bank.webhook(reference)
      })
      for (const { headers, body } of events.toReversed())
        await receiveWebhook(bank.name, new Headers(headers), body)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded', reason: 'Account closed' })
      expect((await readWallet(userId)).available).toBe(1_000_00n)
      expect(await outcomes(id)).toEqual(['applied', 'repeat', 'repeat'])
    })

    test('every order of initiated, paid and reversed returns the money once', async () => {
      const states = ['pending', 'paid', 'reversed'] as const
      const orders = states.flatMap((a) =>
        states.filter((b) => b !== a).map((b) => [a, b, states.find((c) => c !== a && c !== b)!]),
      )
      for (const order of orders) {
        const { id, userId, reference } = await approvedWithdrawal()
        await work(id)
        for (const state of order) {
          bank.settle(reference, state)
          await deliverWebhook(bank, reference)
        }
        expect(['refunded', 'returned']).toContain((await findWithdrawal(id)).status)
        expect((await readWallet(userId)).available).toBe(1_000_00n)
        bank.settle(reference, 'reversed')
      }
    })

    test('a missing or wrong signature, another body or another secret is refused and not stored', async () => {
      const { id, reference } = await approvedWithdrawal()
      await work(id)
      bank.settle(reference, 'paid')
      const { headers, body } = bank.webhook(reference)
      const before = await db.$count(payoutEvents)
      const name = bank.name === 'razorpayx' ? 'X-Razorpay-Signature' : 'x-webhook-signature'
      const given = headers[name]!
      const forgeries: [Record<string, string>, string][] = [
        [{ ...headers, [name]: '' }, body],
        [{ ...headers, [name]: given.slice(0, -2) }, body],
        [{ ...headers, [name]: given.replace(/./, (c) => (c === 'a' ? 'b' : 'a')) }, body],
        [headers, `${body} `],
        [headers, body.replace('"INR"', '"USD"').replace('"UPI"', '"NEFT"')],
        [Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)), body],
      ]
      const stamped = (stamp: string) => ({ ...headers, 'x-webhook-timestamp': stamp })
      const stamp = headers['x-webhook-timestamp']
      if (stamp !== undefined)
        forgeries.push(
          [stamped('1'), body],
          [stamped(''), stamp + body],
          [stamped(stamp + body.slice(0, 20)), body.slice(20)],
          [stamped(stamp + body), ''],
        )
      for (const [wrong, text] of forgeries)
        expect(await receiveWebhook(bank.name, new Headers(wrong), text)).toBe('forged')
      expect(await db.$count(payoutEvents)).toBe(before)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
      expect(await receiveWebhook('paypal', new Headers(headers), body)).toBe('unknown')
    })

    test('the worker applies an event that was stored but not applied', async () => {
      const { id, reference } = await approvedWithdrawal()
      await work(id)
      bank.settle(reference, 'paid')
      await db.transaction(async (tx) => {
        // Locked until the webhook is answered.
        await tx.execute(sql`SELECT 1 FROM withdrawals WHERE id = ${id} FOR UPDATE`)
        expect(await deliverWebhook(bank, reference)).toBe('stored')
      })
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
      await db.execute(sql`UPDATE payout_events SET next_attempt_at = now() WHERE processed_at IS NULL`)
      expect(await applyDueEvents()).toBe(1)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
      expect(await applyDueEvents()).toBe(0)
    })

    test('the body is stored encrypted, since it holds account numbers', async () => {
      const { id, reference } = await approvedWithdrawal('10', 'bank')
      await work(id)
      await deliverWebhook(bank, reference)
      const events = await db.select().from(payoutEvents)
      expect(events.every((event) => /^[0-9a-f]{8}\.[\w-]+$/.test(event.body))).toBe(true)
    })

    test.each(['failed', 'reversed', 'paid', 'pending'] as const)(
      'an event that another payout with our reference is %s moves nothing, and ours is looked up',
      async (state) => {
        const { id, reference } = await approvedWithdrawal()
        await work(id)
        const ours = { ...bank.payouts.get(reference)! }
        const other = { ...ours, number: 'pout_other', state, utr: 'OTHER1', reason: 'The account is closed' }
        bank.payouts.set(reference, other)
        expect(await deliverWebhook(bank, reference)).toBe('stored')
        expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
        expect(await findOrder(id)).toMatchObject({ stage: 'sent', provider_reference: ours.number })
        bank.payouts.set(reference, { ...ours, state: 'paid', utr: `OURS${id}` })
        await sendDue()
        expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `OURS${id}` })
        bank.payouts.set(reference, { ...other, state: 'reversed' })
        await deliverWebhook(bank, reference)
        expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `OURS${id}` })
        const open = await listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 })
        expect(new Set(open.map(({ reason }) => reason))).toEqual(
          new Set(['another payout with our reference']),
        )
        for (const conflict of open) await resolveConflict(conflict.id, 'Seen')
      },
    )

    test('an event for an unknown payout or another amount changes nothing', async () => {
      const { id, reference } = await approvedWithdrawal()
      await work(id)
      const ours = bank.payouts.get(reference)!
      bank.payouts.set('withdrawal-999999', {
        ...ours,
        reference: 'withdrawal-999999',
        state: 'paid',
        utr: 'X',
      })
      bank.payouts.set('invoice-1', { ...ours, reference: 'invoice-1', state: 'paid', utr: 'X' })
      expect(await deliverWebhook(bank, 'withdrawal-999999')).toBe('stored')
      expect(await deliverWebhook(bank, 'invoice-1')).toBe('stored')
      bank.payouts.set(reference, { ...ours, paise: 1_00n, state: 'paid', utr: 'X' })
      await deliverWebhook(bank, reference)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
      expect(await outcomes(id)).toEqual(['conflict'])
      await work(id)
      expect(await findOrder(id)).toMatchObject({ error: 'conflict: another amount' })
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
      await expectConflicts(id, ['another amount'])
    })
  })

  test('a payment after a manual refund is a conflict and moves no money', async () => {
    bank.manners.push('silent')
    const { id, reference } = await approvedWithdrawal()
    await work(id)
    await failWithdrawal(id, 'Given up', { evenSo: true })
    bank.settle(reference, 'paid')
    await deliverWebhook(bank, reference)
    const [event] = await db.execute<{ outcome: string; reason: string }>(
      sql`SELECT outcome, reason FROM payout_events WHERE withdrawal_id = ${id}`,
    )
    expect(event).toEqual({ outcome: 'conflict', reason: 'paid after it was refunded' })
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded' })
    await deliverWebhook(bank, reference)
    await expectConflicts(id, ['paid after it was refunded'])
  })

  test('an operator can settle a payout only before it is sent', async () => {
    const { id, reference } = await approvedWithdrawal()
    expect(await payWithdrawal(id, `CASH-${id}`)).toMatchObject({ ok: true })
    await work(id)
    expect(made(reference)).toBe(0)
    const next = await approvedWithdrawal()
    await work(next.id)
    expect(await payWithdrawal(next.id, `CASH-${next.id}`)).toMatchObject({ reason: 'with-provider' })
  })
})

describe('approval of withdrawals', () => {
  beforeEach(() => payBy('razorpayx'))
  const automatic = async <T>(work: () => Promise<T>): Promise<T> => {
    env().PAYOUT_APPROVAL = 'auto'
    try {
      return await work()
    } finally {
      env().PAYOUT_APPROVAL = 'manual'
    }
  }
  const findStatus = async (id: number) => (await findWithdrawal(id)).status
  /** Backdates this member's requests by a day, not their approvals. */
  const yesterday = (userId: number) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(
        sql`UPDATE withdrawals SET created_at = created_at - interval '1 day' WHERE user_id = ${userId}`,
      )
    })

  test('manual: nothing is approved automatically', async () => {
    const id = await requestAmount(await memberWith(100_00n), '10')
    expect(await approveDue()).toBe(0)
    expect(await findStatus(id)).toBe('requested')
    expect(await cancelWithdrawal((await findWithdrawal(id)).user_id, id)).toMatchObject({ ok: true })
  })

  test('auto: skips a bank account or UPI ID that was never paid, whatever the amount', async () => {
    const [fresh, changed] = [await memberWith(100_00n), await memberPaidBefore(100_00n)]
    const first = await requestAmount(fresh, '1')
    await changeSettings({ PAYOUT_HOLD_HOURS: '0' })
    await saveUpiDetails(changed, { upi: 'elsewhere@okbank' })
    const elsewhere = await requestAmount(changed, '1')
    await saveUpiDetails(changed, { upi: makeUpi(changed) })
    await changeSettings({ PAYOUT_HOLD_HOURS: '24' })
    const again = await requestAmount(changed, '1')
    await automatic(() => approveDue())
    for (const id of [first, elsewhere]) expect(await findStatus(id)).toBe('requested')
    expect(await findStatus(again)).toBe('processing')
    expect(await findOrder(again)).toMatchObject({ stage: 'ready', provider: 'razorpayx' })
  })

  test('auto: a destination paid for another member does not count as paid before', async () => {
    const [paid, other] = [await memberPaidBefore(100_00n), await member()]
    await earn(other, 100_00n)
    await saveUpiDetails(other, { upi: makeUpi(paid) })
    const id = await requestAmount(other, '1')
    await db.execute(sql`UPDATE signals SET cleared_at = now(), cleared_reason = 'a test'`)
    await automatic(() => approveDue())
    expect(await findStatus(id)).toBe('requested')
  })

  test('auto: at most PAYOUT_REVIEW_ABOVE per member and day in India, in one request or several', async () => {
    expect((await readSettings(db)).PAYOUT_REVIEW_ABOVE).toBe(5_000_00n)
    const [exact, above, split, more] = [
      await memberPaidBefore(10_000_00n),
      await memberPaidBefore(10_000_00n),
      await memberPaidBefore(10_000_00n),
      await memberPaidBefore(10_000_00n),
    ]
    for (const id of [exact, above, split, more]) await yesterday(id)
    const whole = await requestAmount(exact, '5000')
    const tooMuch = await requestAmount(above, '5000.01')
    const parts = [await requestAmount(split, '3000'), await requestAmount(split, '2000.01')]
    const early = await requestAmount(more, '3000')
    const calledOff = await requestAmount(more, '3000')
    await cancelWithdrawal(more, calledOff)
    await automatic(() => approveDue())
    for (const id of [whole, early]) expect(await findStatus(id)).toBe('processing')
    for (const id of [tooMuch, ...parts]) expect(await findStatus(id)).toBe('requested')

    const late = await requestAmount(more, '2000.01')
    await automatic(() => approveDue())
    expect(await findStatus(late)).toBe('requested')
    // Requests of another day approved today count as well.
    await yesterday(more)
    const next = await requestAmount(more, '2000.01')
    await automatic(() => approveDue())
    expect(await findStatus(next)).toBe('requested')
  })

  test('auto: skips members in debt and members with an open fraud signal', async () => {
    const { withdrawal: owed } = await memberInDebt(500_00n)
    const suspect = await memberPaidBefore(100_00n)
    const suspected = await requestAmount(suspect, '1')
    await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [suspect] }),
    )
    await automatic(() => approveDue())
    for (const id of [owed, suspected]) expect(await findStatus(id)).toBe('requested')
    expect(await approveWithdrawal(suspected)).toMatchObject({ ok: false, reason: 'signal-open' })
    expect(await approveWithdrawal(suspected, { despiteSignal: 'Looked into' })).toMatchObject({
      ok: true,
      withdrawal: { signal_override: 'Looked into' },
    })
  })

  test('auto: skips members on hold', async () => {
    const userId = await memberPaidBefore(100_00n)
    const id = await requestAmount(userId, '10')
    await db.execute(sql`UPDATE users SET payout_hold_until = now() + interval '1 day' WHERE id = ${userId}`)
    await automatic(() => approveDue())
    expect(await findStatus(id)).toBe('requested')
  })

  test('PAYOUT_PROVIDER=manual: an approved withdrawal waits for the operator', async () => {
    payBy('manual')
    const { id } = await approvedWithdrawal()
    await sendDue()
    expect(await findStatus(id)).toBe('processing')
    expect(await payWithdrawal(id, `UTR-${id}`)).toMatchObject({ ok: true })
  })

  test('a worker that has lost its lease leaves due payouts alone', async () => {
    const { id } = await approvedWithdrawal()
    await makeDue(id)
    expect(await sendDue(() => true)).toBe(0)
    expect(await findOrder(id)).toMatchObject({ stage: 'ready' })
  })
})
