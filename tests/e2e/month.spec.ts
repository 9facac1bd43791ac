/** A shopper's month: what was missing is claimed, credited once, declined and appealed, and withdrawn. */
import type postgres from 'postgres'
import { expect, waitForScripts, open, test, type Page, type Server } from '../support/e2e'
import { DETAIL } from './kesar'
import { signInMember } from './members'
import { rewrite } from './rewrite'
import { getDeal } from './shopping'

// Other tests look at the same books.
test.afterAll(async ({ server }) => {
  expect(await server.ops('audit')).toContain('The books balance')
})

/** A visit by Get Deal, four days ago; returns its click and the path of its page. */
async function visit(page: Page, sql: postgres.Sql, exits: string[]) {
  await open(page, DETAIL)
  const clickId = (await getDeal(page, exits)).searchParams.get('p1')!
  await page.goto(DETAIL)
  const path = await page.getByRole('link', { name: /^Visit DV-/ }).getAttribute('href')
  await rewrite(
    sql,
    (tx) => tx`UPDATE clicks SET created_at = now() - interval '4 days' WHERE id = ${clickId}`,
  )
  return { clickId, path: path! }
}

async function ask(page: Page, path: string, fields: { button: string; order: string; text: string }) {
  await open(page, path)
  await page.getByRole('main').getByRole('link', { name: fields.button, exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Missing cashback: / })).toBeVisible()
  await waitForScripts(page)
  await page.getByLabel('Order number').fill(fields.order)
  await page.getByRole('textbox', { name: /What happened|Why is the decline wrong/ }).fill(fields.text)
  await page.getByRole('button', { name: /^(Send claim|Appeal)$/ }).click()
  await expect(page.getByText('Claim received')).toBeVisible()
  return Number(page.url().split('/').at(-1))
}

const report = (page: Page, { origin }: Server, query: string) =>
  page.request.get(`${origin}/postback/trackier/demo-trackier-secret?${query}`)

const balance = async (page: Page) => {
  await page.goto('/Account/Wallet')
  return page.locator('[data-balance=available]').innerText()
}

test('a visit without an order is claimed, credited, and reported late: it is credited once', async ({
  page,
  server,
  sql,
  exits,
}) => {
  await signInMember(page, server, sql)
  const { clickId, path } = await visit(page, sql, exits)
  const order = `M-${clickId.slice(0, 12)}`
  const id = await ask(page, path, { button: 'Send a claim', order, text: 'Nothing came' })
  await expect(page.getByText(/^answer by /)).toBeVisible()

  await server.ops('claims', 'send', String(id))
  await page.reload()
  await waitForScripts(page)
  await expect(page.getByText('Sent to the store').first()).toBeVisible()
  await page.getByLabel('Your message').fill('The invoice is below')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Message sent')).toBeVisible()
  await waitForScripts(page)
  await page
    .getByLabel('Invoice or picture')
    .setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Add proof' }).click()
  await expect(page.getByText('Please choose a file again.')).toBeVisible()
  await waitForScripts(page)
  await page
    .getByLabel('Invoice or picture')
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bill') })
  await page.getByRole('button', { name: 'Add proof' }).click()
  await expect(page.getByText('Proof added')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF, 1 KB' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^claim-${id}-proof-\\d+\\.pdf$`))

  await server.ops('claims', 'credit', String(id), '--amount', '2000', '--text', 'Confirmed', '--yes')
  await page.reload()
  await expect(page.getByText('Credited').first()).toBeVisible()
  expect(await balance(page)).toBe('Rs. 160.00')
  for (const status of ['pending', 'approved'])
    await report(
      page,
      server,
      `p1=${clickId}&conversion_id=${clickId}&txn_id=${order}&sale_amount=2000&status=${status}`,
    )
  expect(await balance(page)).toBe('Rs. 160.00')
  await page.goto(path)
  await expect(page.getByText(order)).toBeVisible()
  await page.goto('/Account/Statement')
  await expect(page.getByRole('main')).toContainText('Rs. 160.00')
})

test('a declined order says why, its claim is declined, and appealed once', async ({
  page,
  server,
  sql,
  exits,
}) => {
  await signInMember(page, server, sql)
  const { clickId, path } = await visit(page, sql, exits)
  const order = `D-${clickId.slice(0, 12)}`
  const declined = await visit(page, sql, exits)
  await report(
    page,
    server,
    `p1=${declined.clickId}&conversion_id=${declined.clickId}&sale_amount=500&status=rejected`,
  )
  const [sale] = await sql`SELECT id FROM conversions WHERE click_id = ${declined.clickId}`
  await server.ops('conversions', 'explain', String(sale!.id), '--reason', 'not-new')
  await page.goto(declined.path)
  await expect(page.getByText('Not a new customer')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Appeal', exact: true })).toBeVisible()

  const id = await ask(page, path, { button: 'Send a claim', order, text: 'Where is it?' })
  await server.ops(
    'claims',
    'decline',
    String(id),
    '--reason',
    'code',
    '--text',
    'Another code was used',
    '--yes',
  )
  await open(page, `/Account/Claims/${id}`)
  await expect(page.getByText('The code was not allowed')).toBeVisible()
  await page.getByLabel('Why is the decline wrong?').fill('I used the code of this page')
  await page.getByRole('button', { name: 'Appeal' }).click()
  await expect(page.getByText('Appeal received').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Appeal' })).toHaveCount(0)
  await page.goto('/Account/Visits')
  await expect(page.getByRole('region', { name: 'Your claims' })).toContainText('Received')
})

test('a withdrawal that has not arrived is asked about from the wallet', async ({ page, server, sql }) => {
  const { id } = await signInMember(page, server, sql, { earned: 50_000, upi: true })
  await open(page, '/Account/Wallet?dialog=withdraw&amount=100')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
  const [row] = await sql`SELECT id FROM withdrawals WHERE user_id = ${id}`
  await server.ops('withdrawals', 'approve', String(row!.id), '--yes')
  await server.ops('withdrawals', 'paid', String(row!.id), '--utr', `UTRMONTH000000${row!.id}`, '--yes')
  await open(page, '/Account/Wallet')
  await page.getByRole('link', { name: 'Not arrived?' }).click()
  await expect(page.getByText(/A payment can take two bank days/)).toBeVisible()
  const moveSteps = (days: number) =>
    rewrite(
      sql,
      (tx) => tx`
        UPDATE withdrawal_steps SET created_at = created_at + make_interval(days => ${days}) WHERE withdrawal_id = ${row!.id}`,
    )
  await moveSteps(-9)
  await page.reload()
  await waitForScripts(page)
  await page.getByLabel('What happened?').fill('Nothing is on my account')
  await page.getByRole('button', { name: 'Send claim', exact: true }).click()
  await expect(page.getByText('Claim received')).toBeVisible()
  await expect(page.getByText(`UTRMONTH000000${row!.id}`, { exact: true })).toBeVisible()
  // The log cannot be moved with them.
  await moveSteps(9)
})
