/** Webhooks of RazorpayX and Cashfree, signed as documented. */
import { banks } from './payout-banks'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { listConflicts, resolveConflict } from '~/domain/wallet/payout-conflicts.server'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { applyDueEvents, receiveWebhook } from '~/domain/wallet/payout-webhooks.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { listWithdrawalSteps } from '~/domain/wallet/list-withdrawals.server'
import {
  makeApprovedWithdrawal,
  deliverWebhook,
  expectConflicts,
  findOrder,
  findWithdrawal,
  payOnlyBy,
  work,
} from './payout-support'
import { typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

describe.each(Object.values(banks))('webhooks of $name', (bank) => {
  payOnlyBy(bank)

  const listOutcomes = async (id: number) =>
    (await db.select().from(payoutEvents).orderBy(payoutEvents.id))
      .filter((event) => event.withdrawal_id === id)
      .map((event) => event.outcome)

  test('a webhook before the first poll is applied once, also when repeated and simultaneous', async () => {
    const { id, reference } = await makeApprovedWithdrawal()
    await work(id)
    bank.settle(reference, 'paid', { utr: `U100000-${id}` })
    const { headers, body } = bank.webhook(reference)
    const send = () => receiveWebhook(bank.name, new Headers(headers), body)
    expect(await Promise.all([send(), send(), send()])).toEqual(['stored', 'stored', 'stored'])
    expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `U100000-${id}` })
    expect(await listOutcomes(id)).toEqual(['applied'])
    await deliverWebhook(bank, reference)
    expect((await listOutcomes(id)).slice(1).every((outcome) => outcome === 'repeat')).toBe(true)
    expect((await listWithdrawalSteps(id)).filter((s) => s.status === 'paid')).toHaveLength(1)
  })

  test('webhooks in the wrong order (reversed, paid, initiated) leave the money returned', async () => {
    const { id, userId, reference } = await makeApprovedWithdrawal()
    await work(id)
    const events = (['pending', 'paid', 'reversed'] as const).map((state) => {
      bank.settle(reference, state, { reason: 'Account closed' })
      return bank.webhook(reference)
    })
    for (const { headers, body } of events.toReversed())
      await receiveWebhook(bank.name, new Headers(headers), body)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'refunded', reason: 'Account closed' })
    expect((await readWallet(userId)).available).toBe(1_000_00n)
    expect(await listOutcomes(id)).toEqual(['applied', 'repeat', 'repeat'])
  })

  test('every order of initiated, paid and reversed returns the money once', async () => {
    const states = ['pending', 'paid', 'reversed'] as const
    const orders = states.flatMap((a) =>
      states.filter((b) => b !== a).map((b) => [a, b, states.find((c) => c !== a && c !== b)!]),
    )
    for (const order of orders) {
      const { id, userId, reference } = await makeApprovedWithdrawal()
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
    const { id, reference } = await makeApprovedWithdrawal()
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
    const withStamp = (stamp: string) => ({ ...headers, 'x-webhook-timestamp': stamp })
    const stamp = headers['x-webhook-timestamp']
    if (stamp !== undefined)
      forgeries.push(
        [withStamp('1'), body],
        [withStamp(''), stamp + body],
        [withStamp(stamp + body.slice(0, 20)), body.slice(20)],
        [withStamp(stamp + body), ''],
      )
    for (const [wrong, text] of forgeries)
      expect(await receiveWebhook(bank.name, new Headers(wrong), text)).toBe('forged')
    expect(await db.$count(payoutEvents)).toBe(before)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    expect(await receiveWebhook('paypal', new Headers(headers), body)).toBe('unknown')
  })

  test('the worker applies an event that was stored but not applied', async () => {
    const { id, reference } = await makeApprovedWithdrawal()
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
    const { id, reference } = await makeApprovedWithdrawal('10', 'bank')
    await work(id)
    await deliverWebhook(bank, reference)
    const events = await db.select().from(payoutEvents)
    expect(events.every((event) => /^[0-9a-f]{8}\.[\w-]+$/.test(event.body))).toBe(true)
  })

  test.each(['failed', 'reversed', 'paid', 'pending'] as const)(
    'an event that another payout with our reference is %s moves nothing, and ours is looked up',
    async (state) => {
      const { id, reference } = await makeApprovedWithdrawal()
      await work(id)
      const ours = { ...bank.payouts.get(reference)! }
      const other = {
        ...ours,
        number: 'pout_other',
        state,
        utr: 'OTHER100001',
        reason: 'The account is closed',
      }
      bank.payouts.set(reference, other)
      expect(await deliverWebhook(bank, reference)).toBe('stored')
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing', utr: null })
      expect(await findOrder(id)).toMatchObject({ stage: 'sent', provider_reference: ours.number })
      bank.payouts.set(reference, { ...ours, state: 'paid', utr: `OURS000000${id}` })
      await sendDue()
      expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `OURS000000${id}` })
      bank.payouts.set(reference, { ...other, state: 'reversed' })
      await deliverWebhook(bank, reference)
      expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: `OURS000000${id}` })
      const open = await listConflicts({ state: 'open', withdrawalId: id }, { limit: 10 })
      expect(new Set(open.map(({ reason }) => reason))).toEqual(
        new Set(['another payout with our reference']),
      )
      for (const conflict of open) await resolveConflict(conflict.id, 'Seen')
    },
  )

  test('an event for an unknown payout or another amount changes nothing', async () => {
    const { id, reference } = await makeApprovedWithdrawal()
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
    expect(await listOutcomes(id)).toEqual(['conflict'])
    await work(id)
    expect(await findOrder(id)).toMatchObject({ error: 'conflict: another amount' })
    expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    await expectConflicts(id, ['another amount'])
  })
})
