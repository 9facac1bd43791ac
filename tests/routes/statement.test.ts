import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'

const PAGE = '/Account/Statement'
const FILE = `${PAGE}/statement.csv`
const ALL = '?from=2026-01-01&to=2199-12-31'

let serial = 0

async function shopper() {
  const phone_number = `+9198123450${String(++serial).padStart(2, '0')}`
  const { visitor, id } = await signedIn({ username: 'Lata Rao', phone_number })
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: 'lata.rao@okbank' })
  await requestWithdrawal(id, { amount: paise(200_00n), method: 'upi', request_key: crypto.randomUUID() })
  return { visitor, id }
}

test('the statement has its owner with a masked number, balances, rows and sums, and is private', async () => {
  const { visitor } = await shopper()
  const page = await visitor.get(PAGE + ALL)
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page.body).toContain('<meta name="robots" content="noindex"')
  expect(page.body).not.toContain('98123450')
  expect(page.text).toMatch(/DealDwaar account of Lata Rao, \+91 ••••• ••0\d\d/)
  expect(page.text).toMatch(/1 Jan 2026 to 31 Dec 2199/)
  expect(page.text).toMatch(/Opening balance\s+Rs\. 0\.00/)
  expect(page.text).toMatch(/Balance on .*, so far\s+Rs\. 300\.00/)
  expect(page.text).toMatch(/Withdrawal requested\s+−Rs\. 200\.00\s+Rs\. 300\.00\s+TXN\d{8}DD/)
  expect(page.text).toMatch(
    /Sums of this period\s+Cashback confirmed\s+\+Rs\. 500\.00\s+Withdrawal\s+−Rs\. 200\.00/,
  )
})

test('the statement is linked from History and Wallet', async () => {
  const { visitor } = await shopper()
  for (const from of ['/Account/History', '/Account/Wallet'])
    expect((await visitor.get(from)).body).toMatch(/<a[^>]*href="\/Account\/Statement"[^>]*>Statement</)
})

test('without parameters the statement is that of the current month', async () => {
  const { visitor } = await shopper()
  const { body, text } = await visitor.get(PAGE)
  expect(text).toMatch(/Balance on \d+ \w+ \d{4}, so far/)
  expect(/<h2[^>]*>([^<]*)</.exec(body)![1]).toMatch(/^\w+ \d{4}$/)
})

test('a period without movements says so, between two equal balances', async () => {
  const { visitor } = await shopper()
  const { text, status } = await visitor.get(`${PAGE}?month=2001-02`)
  expect(status).toBe(200)
  expect(text).toContain('No transactions in this period.')
  expect(text).toMatch(/Opening balance\s+Rs\. 0\.00\s.*Closing balance\s+Rs\. 0\.00/s)
  expect(text, 'what was asked for can be chosen again').toContain('February 2001')
})

test('the page’s one choice is a month or a year, and files keep a parameter for each', async () => {
  const { visitor } = await shopper()
  for (const [chosen, search] of [
    ['month:2026-02', '?month=2026-02'],
    ['year:2025-26', '?year=2025-26'],
  ]) {
    const { body } = await visitor.get(`${PAGE}?period=${chosen}`)
    expect(body).toContain(`href="${FILE}${search}"`)
    expect(body).toContain(`<option value="${chosen}" selected="">`)
  }
  for (const wrong of ['', '2026-02', 'day:2026-02-01'])
    expect((await visitor.get(`${PAGE}?period=${wrong}`)).text).toContain('Please choose a month.')
})

test('the choice keeps the two days that are shown, and begins where a value is not listed', async () => {
  const { visitor } = await shopper()
  const { body } = await visitor.get(`${PAGE}?from=2026-04-05&to=2026-04-09`)
  const [, value] = /<option value="([^"]*)" selected="">Between two days</.exec(body)!
  const again = await visitor.get(`${PAGE}?period=${encodeURIComponent(value!)}`)
  expect(again.text).toContain('5 Apr 2026 to 9 Apr 2026')
  expect(again.body).toContain(`href="${FILE}?from=2026-04-05&amp;to=2026-04-09"`)
  const wrong = await visitor.get(`${PAGE}?from=2026-04-09&to=2026-04-05`)
  expect(wrong.body).toContain('<option value="days:2026-04-09:2026-04-05" selected="">')
  const unlisted = await visitor.get(`${PAGE}?month=2026-13`)
  expect(unlisted.body).toMatch(/<optgroup label="Month"><option value="month:[\d-]+" selected="">/)
})

test.each([
  ['?month=2026-13', 'period', 'Please choose a month.'],
  ['?year=2026-28', 'period', 'Please choose a financial year, such as 2026-27.'],
  ['?from=2027-02-29&to=2027-03-01', 'from', 'Please enter the first day, such as 2026-04-01.'],
  ['?from=2026-03-01&to=', 'to', 'Please enter the last day, such as 2027-03-31.'],
  ['?from=2026-03-02&to=2026-03-01', 'to', 'The last day is before the first one.'],
])('%s is refused at its field with what was typed', async (search, field, error) => {
  const { visitor } = await shopper()
  const { body, text, status } = await visitor.get(PAGE + search)
  expect(status).toBe(200)
  expect(text).toContain(error)
  expect(text).not.toContain('Opening balance')
  const element = new RegExp(`<(?:input|select)[^>]*name="${field}"[^>]*>`).exec(body)![0]
  expect(element).toContain('aria-invalid="true"')
  expect(element).toContain(`aria-describedby="statement-${field}-error"`)
  for (const [name, value] of new URLSearchParams(search))
    if (['from', 'to'].includes(name) && value) expect(body).toContain(`value="${value}"`)
  const file = await visitor.get(FILE + search)
  expect([file.status, file.location]).toEqual([303, PAGE + search])
})

test('the file of a period has the rows of the page, and its name has the period', async () => {
  const { visitor } = await shopper()
  const page = await visitor.get(PAGE + ALL)
  expect(page.body).toContain(`href="${FILE}${ALL.replace('&', '&amp;')}"`)
  const file = await visitor.get(FILE + ALL)
  expect(file.headers.get('Content-Disposition')).toBe(
    'attachment; filename="dealdwaar-statement-2026-01-01-to-2199-12-31.csv"',
  )
  expect(file.headers.get('Cache-Control')).toBe('private, no-store')
  const rows: Record<string, string>[] = parse(file.body, { columns: true, bom: true })
  expect(rows.map((row) => [row.Status, row['Balance (Rs.)']])).toEqual([
    ['Opening balance', '0.00'],
    ['Cashback confirmed', '500.00'],
    ['Withdrawal requested', '300.00'],
    ['Balance so far', '300.00'],
  ])
  for (const row of rows.slice(1, 3)) expect(page.text).toContain(row.Transaction)
})

test('a guest is led away from the page and from the file', async () => {
  for (const path of [PAGE, FILE]) {
    const answer = await newVisitor().get(path)
    expect([answer.status, answer.location]).toEqual([302, '/'])
  }
})

test('an unreadable statement leaves the page with an error text, and the forms', async () => {
  const { visitor } = await shopper()
  await db.execute(sql`ALTER TABLE adjustments RENAME TO adjustments_away`)
  try {
    const page = await visitor.get(PAGE)
    expect(page.status).toBe(503)
    expect(page.text).toContain('Failed to load your statement')
    expect(page.body).toContain('label="Financial year, April to March"')
    expect((await visitor.get(FILE)).status).toBe(500)
  } finally {
    await db.execute(sql`ALTER TABLE adjustments_away RENAME TO adjustments`)
  }
})

test('a statement that is cut says so', async () => {
  const { visitor, id } = await shopper()
  await db.execute(sql`
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
    SELECT 'cut:' || n, 'cashback', h.id, a.id, 100, 'conversion', (SELECT max(id) FROM conversions WHERE user_id = ${id}), 2
      FROM generate_series(1, 500) n, ledger_accounts h, ledger_accounts a
     WHERE h.user_id = 0 AND h.code = 'cashback_expense' AND a.user_id = ${id} AND a.code = 'user_available'`)
  const { text } = await visitor.get(PAGE + ALL)
  expect(text).toContain('These are the first 500 rows. The CSV file has all 502;')
  expect(text).toMatch(/Balance on .*, so far\s+Rs\. 800\.00/)
})
