/** Mapping of every documented provider status, and of unknown ones. */
import { afterEach, expect, test, vi } from 'vitest'
import { paise } from '~/platform/formats/money'
import { cashfree } from '~/domain/wallet/providers/cashfree.server'
import type { ProviderOrder } from '~/domain/wallet/providers'
import { razorpayx } from '~/domain/wallet/providers/razorpayx.server'

const settings = { base: 'http://127.0.0.1:9', timeoutMs: 1000, clientId: 'id', clientSecret: 'secret' }
const banks = {
  cashfree: cashfree(settings),
  razorpayx: razorpayx({
    ...settings,
    keyId: 'id',
    keySecret: 'secret',
    accountNumber: '1',
    webhookSecret: 's',
  }),
}
const order: ProviderOrder = {
  reference: 'withdrawal-7',
  amount: paise(250_00n),
  payee: 'Member 1001',
  to: { method: 'upi', upi: 'asha@okbank' },
}

const answers = vi.spyOn(globalThis, 'fetch')
afterEach(() => answers.mockReset())
const answer = (body: object) => answers.mockResolvedValueOnce(Response.json(body))

const transfer = (status: string, status_code: string | undefined, transfer_utr?: string) => ({
  transfer_id: 'withdrawal-7',
  cf_transfer_id: '1001',
  status,
  status_code,
  status_description: 'As it says.',
  transfer_amount: 250,
  transfer_utr,
})
const payout = (status: string, utr: string | null = null) => ({
  id: 'pout_1',
  entity: 'payout',
  amount: 25_000,
  currency: 'INR',
  status,
  utr,
  reference_id: 'withdrawal-7',
  status_details: { description: 'As it says.', reason: 'a_reason' },
})

/** Shown to the member when the payout account has a low balance. */
const NOT_NOW = 'It could not be sent just now, please ask again'

test.each([
  ['RECEIVED', 'RECEIVED', { status: 'pending' }],
  ['QUEUED', 'QUEUED', { status: 'pending' }],
  ['PENDING', 'SCHEDULED_FOR_NEXT_WORKINGDAY', { status: 'pending' }],
  ['VALIDATION_PENDING', 'VALIDATION_PENDING', { status: 'pending' }],
  ['APPROVAL_PENDING', 'VELOCITY_CHECK_FAILED', { status: 'pending' }],
  ['SUCCESS', 'SENT_TO_BENEFICIARY', { status: 'paid', utr: 'U1', isCredited: false }],
  ['SUCCESS', 'A_NEW_CODE', { status: 'paid', utr: 'U1', isCredited: false }],
  ['SUCCESS', 'COMPLETED', { status: 'paid', utr: 'U1', isCredited: true }],
  ['SUCCESS', undefined, { status: 'paid', utr: 'U1', isCredited: true }],
  ['FAILED', 'INVALID_ACCOUNT_FAIL', { status: 'failed', reason: 'As it says' }],
  ['REJECTED', 'INSUFFICIENT_BALANCE', { status: 'failed', reason: NOT_NOW }],
  ['REJECTED', 'BENE_INVALID', { status: 'failed', reason: 'As it says' }],
  ['MANUALLY_REJECTED', 'MANUALLY_REJECTED', { status: 'failed', reason: 'As it says' }],
  ['REVERSED', 'RETURNED_FROM_BENEFICIARY', { status: 'reversed', reason: 'As it says' }],
  ['RECALLED', 'RECALLED', { status: 'unclear' }],
  ['success', 'COMPLETED', { status: 'unclear' }],
])('cashfree: status %s with code %s is mapped as documented', async (status, code, follows) => {
  const body = transfer(status, code, status === 'SUCCESS' ? 'U1' : undefined)
  const expected = {
    number: '1001',
    rawStatus: status,
    code: code && code !== status ? code : null,
    amount: 250_00n,
    ...follows,
  }
  answer(body)
  expect(await banks.cashfree.find(order, null)).toEqual(expected)
  const event = JSON.stringify({ type: 'TRANSFER_ANY', data: body })
  expect(banks.cashfree.readEvent(event)).toEqual({
    kind: 'TRANSFER_ANY',
    reference: 'withdrawal-7',
    report: expected,
  })
})

test.each([
  ['pending', { status: 'pending' }],
  ['queued', { status: 'pending' }],
  ['scheduled', { status: 'pending' }],
  ['processing', { status: 'pending' }],
  ['processed', { status: 'paid', utr: 'U1', isCredited: true }],
  ['failed', { status: 'failed', reason: 'As it says' }],
  ['rejected', { status: 'failed', reason: 'As it says' }],
  ['cancelled', { status: 'failed', reason: 'As it says' }],
  ['reversed', { status: 'reversed', reason: 'As it says' }],
  ['recalled', { status: 'unclear' }],
])('razorpayx: status %s is mapped as documented', async (status, follows) => {
  const body = payout(status, status === 'processed' ? 'U1' : null)
  const expected = { number: 'pout_1', rawStatus: status, code: 'a_reason', amount: 250_00n, ...follows }
  answer({ entity: 'collection', count: 1, items: [body] })
  expect(await banks.razorpayx.find(order, null)).toEqual(expected)
  const event = JSON.stringify({ event: 'payout.any', payload: { payout: { entity: body } } })
  expect(banks.razorpayx.readEvent(event).report).toEqual(expected)
})

test('razorpayx: of several payouts of one reference the one with the stored number is found', async () => {
  const [ours, other] = [payout('processing', null), { ...payout('failed', null), id: 'pout_other' }]
  answer({ entity: 'collection', count: 2, items: [other, ours] })
  expect(await banks.razorpayx.find(order, 'pout_1')).toMatchObject({ number: 'pout_1', status: 'pending' })
  answer({ entity: 'collection', count: 2, items: [other, ours] })
  await expect(banks.razorpayx.find(order, null)).rejects.toThrow('several payouts of one reference')
})
