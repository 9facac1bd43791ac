import { expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { makeApprovedWithdrawal, makeDue, payBy, findWithdrawal } from '../wallet/payout-support'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { request } from '../support/app'

const bank = await vi.hoisted(async () => {
  const { startRazorpayX } = await import('../support/payout-providers')
  const bank = await startRazorpayX()
  Object.assign(process.env, bank.env)
  return bank
})

const post = (path: string, body: string, headers: Record<string, string>) =>
  request(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

test('a signed event is applied; a forged one, an unknown provider and GET are refused', async () => {
  payBy('razorpayx')
  const { id, reference } = await makeApprovedWithdrawal()
  await makeDue(id)
  await sendDue()
  bank.settle(reference, 'paid', { utr: 'UTR770077' })
  const { headers, body } = bank.webhook(reference)

  expect((await post('/webhooks/razorpayx', body, { ...headers, 'X-Razorpay-Signature': 'ab' })).status).toBe(
    401,
  )
  expect((await post('/webhooks/paypal', body, headers)).status).toBe(404)
  // Cashfree is not configured here.
  expect((await post('/webhooks/cashfree', body, headers)).status).toBe(404)
  expect((await request('/webhooks/razorpayx')).status).toBe(405)
  expect((await post('/webhooks/razorpayx', 'x'.repeat(70_000), headers)).status).toBe(413)
  expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })

  const answer = await post('/webhooks/RazorpayX', body, headers)
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: 'OK' })
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(await findWithdrawal(id)).toMatchObject({ status: 'paid', utr: 'UTR770077' })
  expect((await post('/webhooks/razorpayx', body, headers)).status).toBe(200)
  await bank.close()
})

test('a signed event counts once, whatever its unsigned id header says', async () => {
  const { opensslHmac } = await import('../support/payout-providers')
  const body = '{"event":"payout.downtime.resolved","payload":{}}'
  const signature = opensslHmac(bank.env.RAZORPAYX_WEBHOOK_SECRET!, body, 'hex')
  const before = await db.$count(payoutEvents)
  for (const number of ['evt_1', 'evt_2', 'evt_3']) {
    const headers = { 'X-Razorpay-Signature': signature, 'X-Razorpay-Event-Id': number }
    expect((await post('/webhooks/razorpayx', body, headers)).status).toBe(200)
  }
  expect(await db.$count(payoutEvents)).toBe(before + 1)
})

test('signed content that is not an event of ours is stored and changes nothing', async () => {
  const { opensslHmac } = await import('../support/payout-providers')
  for (const body of [
    '',
    '[]',
    'no json',
    '{"event":"payout.downtime.started","payload":{}}',
    '{"event":1}',
  ]) {
    const signature = opensslHmac(bank.env.RAZORPAYX_WEBHOOK_SECRET!, body, 'hex')
    expect((await post('/webhooks/razorpayx', body, { 'X-Razorpay-Signature': signature })).status).toBe(200)
  }
})
