/** A server with MIN_WITHDRAWAL: what its withdrawal form and API say to whoever asks for less. */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { apiMember } from '../api/client'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'

vi.hoisted(() => {
  process.env.MIN_WITHDRAWAL = '250'
})

const TEXT = 'Please enter Rs. 250.00 or more: less cannot be paid out.'
const upi = { upi: 'asha.rao@okbank' }

test('the form names the least, refuses less at its field and keeps what was typed', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 1_000_00n)
  await visitor.post('/Account/Wallet/upi', { from: '/Account/Wallet', ...upi })
  const from = '/Account/Wallet?dialog=withdraw'
  expect((await visitor.get(from)).text).toContain('The minimum withdraw amount is 250.')
  const fields = { from, amount: '249.99', type: 'upi', request_key: randomUUID() }
  const answer = await visitor.post('/Account/Wallet', fields)
  expect([answer.status, answer.location]).toEqual([303, from])
  const page = await visitor.follow(answer)
  expect(page.text).toContain(TEXT)
  expect(page.body).toMatch(
    /<input[^>]*name="amount"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="amount"/,
  )
  expect(page.body).toContain('value="249.99"')
})

test('the API answers 422 with the least, and takes it', async () => {
  const { id, api } = await apiMember()
  await earn(id, 1_000_00n)
  await api.post('/api/upi-details', { userId: id, ...upi })
  const ask = (amount: string) => api.post('/api/add-withdrow-details', { userId: id, amount, type: 'upi' })
  const less = await ask('249.99')
  expect([less.status, less.body]).toEqual([422, { success: false, message: TEXT, error: 'below-minimum' }])
  expect((await ask('250')).status).toBe(201)
})
