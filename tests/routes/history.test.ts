import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { click, earn } from '../wallet/support'

const STATEMENT = '/Account/History/statement.csv'

async function shopper() {
  const { visitor, id } = await signedIn()
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: 'asha.rao@okbank' })
  await requestWithdrawal(id, { amount: paise(200_00n), method: 'upi', request_key: crypto.randomUUID() })
  return visitor
}

describe('history filter', () => {
  test.each([
    ['', 'all', ['+Rs. 500.00', '−Rs. 200.00']],
    ['?kind=all', 'all', ['+Rs. 500.00', '−Rs. 200.00']],
    ['?kind=nonsense', 'all', ['+Rs. 500.00', '−Rs. 200.00']],
    ['?kind=cashback', 'cashback', ['+Rs. 500.00']],
    ['?kind=withdrawals', 'withdrawals', ['−Rs. 200.00']],
    ['?kind=referral', 'referral', []],
    ['?kind=adjustments', 'adjustments', []],
  ])('‘%s’', async (search, chosen, amounts) => {
    const { text, body, status } = await (await shopper()).get(`/Account/History${search}`)
    expect(status).toBe(200)
    expect(['+Rs. 500.00', '−Rs. 200.00'].filter((amount) => text.includes(amount))).toEqual(amounts)
    expect(text.includes('No transactions yet')).toBe(amounts.length === 0)
    const wayBack = />All transactions<\/a>/.test(body)
    expect(wayBack, 'a filter without results offers all transactions').toBe(amounts.length === 0)
    // The balance is that of the whole history, not of the filtered rows.
    if (search === '?kind=withdrawals') expect(body).toMatch(/history-balance[^>]*>Rs. 300.00</)
    const option = /<option[^>]*selected=""[^>]*>/.exec(body)![0]
    expect(option).toContain(`value="${chosen}"`)
  })

  test('is kept across pages', async () => {
    const { visitor, id } = await signedIn()
    for (let i = 0; i < 21; i++) await earn(id, 100n)
    const { body } = await visitor.get('/Account/History?kind=cashback')
    expect(body).toContain('href="/Account/History?kind=cashback&amp;page=2"')
    const second = await visitor.get('/Account/History?kind=cashback&page=2')
    expect(second.text.match(/TXN\d{8}DD/g)).toHaveLength(1)
  })
})

test('an empty history has no filter and no statement', async () => {
  const { text, body } = await (await signedIn()).visitor.get('/Account/History')
  expect(text).toContain('No transactions yet')
  expect(body).not.toContain('<select')
  expect(body).not.toContain(STATEMENT)
})

test('a correction has its own kind in the history, shows the debt, and notifies', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 500_00n)
  const facts = { userId: id, kind: 'debit', amount: paise(520_00n), reason: 'The store was wrong' } as const
  expect((await addAdjustment(facts, 'asha')).ok).toBe(true)
  const { text } = await visitor.get('/Account/History?kind=adjustments')
  expect(text).toMatch(/Balance correction, owed to us\s*−Rs\. 20\.00\s*–/)
  expect(text).toMatch(/Balance correction\s*−Rs\. 500\.00\s*Rs\. 0\.00/)
  expect(text).not.toContain('+Rs. 500.00')
  const notices = (await visitor.get('/Account/Notifications')).text
  expect(notices).toContain('We took back Rs. 520.00. You owe us Rs. 20.00 of it')
  expect(notices).toContain('Reason: The store was wrong.')
})

test('a rejected sale is struck through, without a sign, and marked as rejected', async () => {
  const { visitor, id } = await signedIn()
  const clickId = await click(id)
  for (const status of ['pending', 'rejected'])
    await newVisitor().get(
      `/postback/trackier/demo-trackier-secret?p1=${clickId}&conversion_id=T1&sale_amount=1000&status=${status}`,
    )
  const { body, text } = await visitor.get('/Account/History')
  expect(text).toContain('Cashback declined')
  expect(text).not.toContain('+Rs. 50.00')
  expect(body).toMatch(/<s [^>]*><span class="sr-only">Not credited: <\/span>Rs\. 50\.00<\/s>/)
})

describe('statement download', () => {
  test('is a private CSV file of its owner', async () => {
    const answer = await (await shopper()).get(STATEMENT)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="dealdwaar-statement-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatch(/,Withdrawal requested,,-200\.00,300\.00$/)
  })
  test('redirects to / without a session', async () => {
    const answer = await newVisitor().get(STATEMENT)
    expect([answer.status, answer.location, answer.body]).toEqual([302, '/', ''])
  })
})

test('an unreadable history leaves the page with an error text', async () => {
  const visitor = await shopper()
  await db.execute(sql`ALTER TABLE adjustments RENAME TO adjustments_away`)
  try {
    const page = await visitor.get('/Account/History')
    expect(page.status).toBe(503)
    expect(page.text).toContain('Failed to load transactions')
    expect(page.text).toContain('Download statement (CSV)')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const file = await visitor.get(STATEMENT)
    expect(file.status).toBe(500)
    expect(file.body).not.toContain('Transaction')
  } finally {
    await db.execute(sql`ALTER TABLE adjustments_away RENAME TO adjustments`)
  }
})
