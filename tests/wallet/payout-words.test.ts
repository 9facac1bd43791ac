/** Mapping of every documented provider status, and of unknown ones. */
import { afterEach, expect, test, vi } from 'vitest'
import { paise } from '~/formats/money'
import { cashfree } from '~/wallet/payout/cashfree.server'
import type { Order } from '~/wallet/payout/port'
import { razorpayx } from '~/wallet/payout/razorpayx.server'

const settings = { base: 'http://127.0.0.1:9', timeout: 1000, clientId: 'id', clientSecret: 'secret' }
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
const order: Order = {
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
  ['RECEIVED', 'RECEIVED', { says: 'pending' }],
  ['QUEUED', 'QUEUED', { says: 'pending' }],
  ['PENDING', 'SCHEDULED_FOR_NEXT_WORKINGDAY', { says: 'pending' }],
  ['VALIDATION_PENDING', 'VALIDATION_PENDING', { says: 'pending' }],
  ['APPROVAL_PENDING', 'VELOCITY_CHECK_FAILED', { says: 'pending' }],
  ['SUCCESS', 'SENT_TO_BENEFICIARY', { says: 'paid', utr: 'U1', isCredited: false }],
  ['SUCCESS', 'A_NEW_CODE', { says: 'paid', utr: 'U1', isCredited: false }],
  ['SUCCESS', 'COMPLETED', { says: 'paid', utr: 'U1', isCredited: true }],
  ['SUCCESS', undefined, { says: 'paid', utr: 'U1', isCredited: true }],
  ['FAILED', 'INVALID_ACCOUNT_FAIL', { says: 'failed', reason: 'As it says' }],
  ['REJECTED', 'INSUFFICIENT_BALANCE', { says: 'failed', reason: NOT_NOW }],
  ['REJECTED', 'BENE_INVALID', { says: 'failed', reason: 'As it says' }],
  ['MANUALLY_REJECTED', 'MANUALLY_REJECTED', { says: 'failed', reason: 'As it says' }],
  ['REVERSED', 'RETURNED_FROM_BENEFICIARY', { says: 'reversed', reason: 'As it says' }],
  ['RECALLED', 'RECALLED', { says: 'unclear' }],
  ['success', 'COMPLETED', { says: 'unclear' }],
])('cashfree: status %s with code %s is mapped as documented', async (status, code, follows) => {
  const body = transfer(status, code, status === 'SUCCESS' ? 'U1' : undefined)
  const expected = {
    number: '1001',
    word: status,
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
    told: expected,
  })
})

test.each([
  ['pending', { says: 'pending' }],
  ['queued', { says: 'pending' }],
  ['scheduled', { says: 'pending' }],
  ['processing', { says: 'pending' }],
  ['processed', { says: 'paid', utr: 'U1', isCredited: true }],
  ['failed', { says: 'failed', reason: 'As it says' }],
  ['rejected', { says: 'failed', reason: 'As it says' }],
  ['cancelled', { says: 'failed', reason: 'As it says' }],
  ['reversed', { says: 'reversed', reason: 'As it says' }],
  ['recalled', { says: 'unclear' }],
])('razorpayx: status %s is mapped as documented', async (status, follows) => {
  const body = payout(status, status === 'processed' ? 'U1' : null)
  const expected = { number: 'pout_1', word: status, code: 'a_reason', amount: 250_00n, ...follows }
  answer({ entity: 'collection', count: 1, items: [body] })
  expect(await banks.razorpayx.find(order, null)).toEqual(expected)
  const event = JSON.stringify({ event: 'payout.any', payload: { payout: { entity: body } } })
  expect(banks.razorpayx.readEvent(event).told).toEqual(expected)
})

test('razorpayx: of several payouts of one reference the one with the stored number is found', async () => {
  const [ours, other] = [payout('processing', null), { ...payout('failed', null), id: 'pout_other' }]
  answer({ entity: 'collection', count: 2, items: [other, ours] })
  expect(await banks.razorpayx.find(order, 'pout_1')).toMatchObject({ number: 'pout_1', says: 'pending' })
  answer({ entity: 'collection', count: 2, items: [other, ours] })
  await expect(banks.razorpayx.find(order, null)).rejects.toThrow('several payouts of one reference')
})
