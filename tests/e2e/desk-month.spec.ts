/** Closes a month at the desk and on the command line, which write the same log. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type postgres from 'postgres'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInAtDesk } from './desk-session'

test.use({ ownServer: 'desk-month', actionTimeout: 15_000 })

const INDIA_MS = 5.5 * 3_600_000

/** Last month in India: '2026-10'. */
function findLastMonth(): string {
  const today = new Date(Date.now() + INDIA_MS)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

const main = (page: Page) => page.getByRole('main')

async function send(page: Page, button: string | RegExp): Promise<void> {
  await main(page).getByRole('button', { name: button }).first().click()
  await waitForScripts(page)
}

/** Checks the preview, then presses the button with the effect. */
async function confirm(page: Page, effect: RegExp): Promise<void> {
  await send(page, 'Preview')
  await expect(main(page).getByText('Preview: nothing is done yet')).toBeVisible()
  await waitForScripts(page)
  await send(page, effect)
  await expect(main(page).getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
}

const listCommands = async (sql: postgres.Sql, source: string) =>
  (
    await sql<{ command: string }[]>`
      SELECT command FROM operator_log WHERE source = ${source} AND command ~ '^(networks paid|books)' ORDER BY id`
  ).map(({ command }) => command)

test('a month closed at the desk is logged as on the command line', async ({ page, server, sql }) => {
  test.slow()
  const month = findLastMonth()
  const today = new Date(Date.now() + INDIA_MS).toISOString().slice(0, 10)
  await signInAtDesk(page, server, sql)
  await page.setViewportSize({ width: 360, height: 740 })

  await open(page, '/Desk/stats?by=month')
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '/Desk/networks/owed')
  await expect(main(page).getByText('trackier').first()).toBeVisible()

  await open(page, '/Desk/networks/paid')
  await main(page).getByLabel('Network').selectOption('trackier')
  await main(page).getByLabel('Amount').fill('118')
  await main(page).getByLabel('UTR').fill('N3241178')
  await main(page).getByLabel('Date', { exact: true }).fill(today)
  await main(page).getByLabel('On account').check()
  await confirm(page, /^Posts N3241178 of trackier, Rs. 118.00 at the bank/)

  await open(page, '/Desk/books/trial-balance')
  await expect(main(page).getByText('network_receivable').first()).toBeVisible()

  await open(page, '/Desk/books/close')
  await main(page).getByLabel('Month').fill(month)
  await confirm(page, new RegExp(`^Closes ${month}`))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page)
      .getByRole('link', { name: /^Download SHA256SUMS/ })
      .click(),
  ])
  expect(fs.readFileSync(await download.path(), 'utf8')).toMatch(/^[0-9a-f]{64} /)

  await open(page, '/Desk/books/close')
  await main(page).getByLabel('Month').fill(month)
  await send(page, 'Preview')
  await expect(main(page).getByText(`${month} is closed already.`)).toBeVisible()
  await open(page, '/Desk/books/periods')
  await expect(main(page).getByText('Lakshmi Menon@desk').first()).toBeVisible()

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-month-'))
  const paid = ['networks', 'paid', 'trackier', '--amount', '118', '--utr', 'N3241178', '--date', today]
  await server.ops(...paid, '--on-account', '--yes')
  // The month is closed already; the refused command is logged, too.
  await server.ops('books', 'close', month, '--out', path.join(folder, 'a'), '--yes').catch(() => {})
  fs.rmSync(folder, { recursive: true, force: true })
  expect(await listCommands(sql, 'desk')).toEqual([
    paid.concat('--on-account').join(' '),
    `books close ${month}`,
  ])
  const typed = await listCommands(sql, 'command line')
  expect(typed.map((command) => command.replace(/ --out \S+/, ''))).toEqual(await listCommands(sql, 'desk'))
  expect(await server.ops('audit')).toContain('The books balance')
})
