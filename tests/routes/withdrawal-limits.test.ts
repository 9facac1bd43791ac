// Messages of the form and the API on a server with withdrawal limits.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { apiMember } from '../api/client'
import { signedIn } from '../support/people'
import { newVisitor, type Visitor } from '../support/app'
import { changeSettings } from '../support/settings'
import { click, earn } from '../wallet/support'

beforeAll(() => changeSettings({ MIN_WITHDRAWAL: '250', WITHDRAWALS_A_DAY: '2', HOLDING_DAYS: '30' }))

const TEXT = 'Withdrawals start at Rs. 250.00: less cannot be paid out.'
const upi = { upi: 'asha.rao@okbank' }
const DIALOG = '/Account/Wallet?dialog=withdraw'

async function withdraw(visitor: Visitor, amount: string) {
  const fields = { from: DIALOG, amount, type: 'upi', request_key: randomUUID() }
  return visitor.follow(await visitor.post('/Account/Wallet', fields))
}

test('the form states the minimum, refuses less at its field and keeps the input', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 1_000_00n)
  await visitor.post('/Account/Wallet/upi', { from: '/Account/Wallet', ...upi })
  expect((await visitor.get(DIALOG)).text).toContain('The minimum withdraw amount is 250.')
  const page = await withdraw(visitor, '249.99')
  expect(page.text).toContain(TEXT)
  expect(page.body).toMatch(
    /<input[^>]*name="amount"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="amount"/,
  )
  expect(page.body).toContain('value="249.99"')
})

test('the API answers 422 with the minimum, and accepts it', async () => {
  const { id, api } = await apiMember()
  await earn(id, 1_000_00n)
  await api.post('/api/upi-details', { userId: id, ...upi })
  const ask = (amount: string) => api.post('/api/add-withdrow-details', { userId: id, amount, type: 'upi' })
  const less = await ask('249.99')
  expect([less.status, less.body]).toEqual([422, { success: false, message: TEXT, error: 'below-minimum' }])
  expect((await ask('250')).status).toBe(201)
})

test('the dialog shows the reason instead of a form for a balance below the minimum', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 249_99n)
  await visitor.post('/Account/Wallet/upi', { from: '/Account/Wallet', ...upi })
  const page = await visitor.get(DIALOG)
  expect(page.text).toContain(TEXT)
  expect(page.body).not.toContain('name="amount"')
})

test('the third request of a day is refused, and the dialog has no form until tomorrow', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 1_000_00n)
  await visitor.post('/Account/Wallet/upi', { from: '/Account/Wallet', ...upi })
  for (const _ of [1, 2]) expect((await withdraw(visitor, '250')).text).toContain('✅ Withdrawal successful')
  const third = await withdraw(visitor, '250')
  const limit = 'Today’s limit of withdrawals (2) is reached. Please try again tomorrow.'
  expect(third.text).toContain(`❌ Withdrawal error: ${limit}`)
  const page = await visitor.get(DIALOG)
  expect(page.text).toContain(limit)
  expect(page.body).not.toContain('name="amount"')
})

test('held cashback is shown with the date from which it can be withdrawn', async () => {
  const { visitor, id } = await signedIn()
  await visitor.post('/Account/Wallet/upi', { from: '/Account/Wallet', ...upi })
  const report = `p1=${await click(id)}&conversion_id=held&sale_amount=10000&payout=500&status=approved`
  await newVisitor().get(`/postback/trackier/demo-trackier-secret?${report}`)
  expect((await visitor.get(DIALOG)).text).toMatch(
    /₹500\.00 in your wallet is confirmed and withdrawable from \d+ \w{3} \d{4}\./,
  )
  expect((await visitor.get('/')).text).toMatch(/You can withdraw now\s+Rs\. 0\.00/)
  const wallet = await visitor.get('/Account/Wallet')
  expect(wallet.text).toMatch(/Confirmed\nRs\. 500\.00\nwithdrawable from \d+ \w{3} \d{4}/)
  expect((await visitor.get('/Account/History')).text).toMatch(
    /Cashback confirmed[^]{0,200}?withdrawable from/,
  )
})
