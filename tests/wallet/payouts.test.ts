/** Payouts by RazorpayX and Cashfree, against fakes of their documented APIs. */
import { banks } from './payout-banks'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { sendNow } from '~/domain/wallet/payout-worker.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { findFreePort } from '../../embedded/postmaster'
import { listNotifications } from '../support/notifications'
import {
  makeApprovedWithdrawal,
  deliverWebhook,
  expectConflicts,
  findOrder,
  findReference,
  findWithdrawal,
  payOnlyBy,
  payBy,
  requestAmount,
  work,
} from './payout-support'
import { memberWith, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

describe.each(Object.values(banks))('payouts by $name', (bank) => {
  const countPayouts = (reference: string) => (bank.payouts.has(reference) ? 1 : 0)
  const countPosts = (reference: string) => bank.calls.filter((call) => call === `POST ${reference}`).length

  payOnlyBy(bank)

  test('a success is sent once with our reference and paid with the bank’s', async () => {
    const { id, userId, reference } = await makeApprovedWithdrawal('250.50')
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({ stage: 'sent', provider: bank.name, attempts: 0 })
    expect(bank.payouts.get(reference)).toMatchObject({ paise: 250_50n })
    const utr = `432198${id}${bank.name}`
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
    expect(countPosts(reference)).toBe(1)
  })

  test('a payout to a bank account works with a holder name in another script', async () => {
    bank.manners.push('paid')
    const { id, reference } = await makeApprovedWithdrawal('600', 'bank')
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(countPayouts(reference)).toBe(1)
  })

  test('a payout without the bank’s reference is not paid until the reference is known', async () => {
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    bank.settle(reference, 'paid', { utr: null })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
    bank.settle(reference, 'paid', { utr: `N326000${id}` })
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `N326000${id}` })
  })

  test('a failure returns the money with the reason', async () => {
    bank.manners.push('failed')
    const { id, userId } = await makeApprovedWithdrawal()
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded', reason: 'The account is closed' })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
    expect((await listWithdrawalSteps(id)).map((s) => s.status)).toEqual([
      'requested',
      'processing',
      'failed',
      'refunded',
    ])
  })

  test('an immediate refusal creates no payout and returns the money', async () => {
    bank.manners.push('refused')
    const { id, userId, reference } = await makeApprovedWithdrawal()
    await work(id)
    expect(countPayouts(reference)).toBe(0)
    expect(await findWithdrawal(id)).toMatchObject({
      status: 'refunded',
      reason: 'Invalid VPA. Please enter a valid VPA',
    })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
  })

  test('a reversal after payment returns the money with status returned', async () => {
    bank.manners.push('paid')
    const { id, userId, reference } = await makeApprovedWithdrawal()
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
      const { id, userId, reference } = await makeApprovedWithdrawal()
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
      expect({ made: countPayouts(reference), posts: countPosts(reference) }).toEqual({ made: 1, posts: 1 })
    },
  )

  test.each(['deaf', 'down'] as const)(
    '%s before acceptance: unknown, and sent again only where the key makes that safe',
    async (manner) => {
      bank.manners.push(manner, 'paid')
      const { id, reference } = await makeApprovedWithdrawal()
      await work(id)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'unknown' })
      await work(id)
      await work(id)
      const isSafe = bank.name === 'razorpayx'
      expect(await findWithdrawal(id)).toMatchObject({ status: isSafe ? 'paid' : 'unknown' })
      // After a 5xx of Cashfree nothing is sent again: the operator checks there and decides.
      expect(countPosts(reference)).toBe(isSafe ? 2 : 1)
      if (isSafe) return
      expect(await failWithdrawal(id, 'Not sent')).toEqual({
        ok: false,
        reason: 'with-provider',
        provider: 'cashfree',
      })
      expect(await failWithdrawal(id, 'Not sent', { overridesProvider: true })).toMatchObject({
        withdrawal: { status: 'refunded' },
      })
      bank.manners.length = 0
    },
  )

  test('a refused connection or a wrong key: nothing was sent, and the payout stays ready', async () => {
    const { id, reference } = await makeApprovedWithdrawal()
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
    expect(countPosts(reference)).toBe(0)
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
  })

  test('a payout on low balance is queued, and paid when there is money', async () => {
    bank.manners.push('queued')
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    await work(id)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await findOrder(id)).toMatchObject({ stage: 'sent' })
    bank.settle(reference, 'paid')
    await deliverWebhook(bank, reference)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid' })
    expect(countPosts(reference)).toBe(1)
  })

  test('the pause between polls grows while nothing changes', async () => {
    const { id } = await makeApprovedWithdrawal()
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
    const { id, reference } = await makeApprovedWithdrawal()
    expect(await sendNow(id)).toBe(true)
    bank.settle(reference, 'paid', { utr: `U700000-${id}` })
    expect(await sendNow(id)).toBe(true)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `U700000-${id}` })
    expect(await sendNow(id)).toBe(false)
    payBy('manual')
    expect(await sendNow((await makeApprovedWithdrawal()).id)).toBe(false)
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
    expect(countPosts(reference)).toBe(0)
  })

  test('a payment after a manual refund is a conflict and moves no money', async () => {
    bank.manners.push('silent')
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    await failWithdrawal(id, 'Given up', { overridesProvider: true })
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
    const { id, reference } = await makeApprovedWithdrawal()
    expect(await payWithdrawal(id, `CASH-${id}`)).toMatchObject({ ok: true })
    await work(id)
    expect(countPayouts(reference)).toBe(0)
    const next = await makeApprovedWithdrawal()
    await work(next.id)
    expect(await payWithdrawal(next.id, `CASH-${next.id}`)).toMatchObject({ reason: 'with-provider' })
  })
})
