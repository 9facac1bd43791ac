import { readFile } from 'node:fs/promises'
import { expect, open, test } from '../support/e2e'
import { signInDemo } from './members'

test('the history filter is in the URL, and Back removes it', async ({ page, server, sql, withScripts }) => {
  await signInDemo(page, server, sql)
  await open(page, '/Account/History')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  const all = await rows.count()
  await page.getByLabel('Show').selectOption('Withdrawals')
  // With scripts the choice submits itself.
  if (!withScripts) await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/Account\/History\?kind=withdrawals$/)
  await expect(rows.getByText('Withdrawal paid')).toBeVisible()
  await expect(rows.getByText('Cashback confirmed')).toHaveCount(0)
  expect(await rows.count()).toBeLessThan(all)
  await page.goBack()
  await expect(rows).toHaveCount(all)
  await expect(page.getByLabel('Show')).toHaveValue('all')
})

test('the downloaded statement ends in the balance', async ({ page, server, sql }) => {
  await signInDemo(page, server, sql)
  await open(page, '/Account/History')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download statement (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^dealdwaar-statement-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text[0], 'the mark that tells Excel the alphabet').toBe('\ufeff')
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe('Transaction,Date (IST),Status,Store,Amount (Rs.),Balance (Rs.)')
  await page.goto('/Account/Wallet')
  // Confirmed cashback is in the balance before it can be withdrawn.
  const parts = await page.locator('[data-balance=available], [data-balance=confirmed]').allInnerTexts()
  const paise = parts.map((text) => Number(text.replace(/\D/g, '')))
  expect(paise).toHaveLength(2)
  const closing = lines.at(-1)!.split(',').at(-1)!
  expect(Number(closing.replace('.', ''))).toBe(paise[0]! + paise[1]!)
})

test('printed history is a statement with opening and closing balance and no controls', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(withScripts, 'print output does not depend on scripts')
  await signInDemo(page, server, sql)
  await page.goto('/Account/History')
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.header', '.footer', 'form[aria-label=Filter]', '.account-tabs'])
    await expect(page.locator(part).first()).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()
  const newest = await page.locator('.history-balance').filter({ hasText: 'Rs.' }).first().innerText()
  await expect(page.getByText(/^DealDwaar account of Asha Verma/)).toContainText(
    /: \d+ \w+ \d{4} to \d+ \w+ \d{4}\. Opening balance Rs\. [\d,.]+, closing balance Rs\. [\d,.]+$/,
  )
  await expect(page.getByText(`closing balance ${newest}`)).toBeVisible()
})

test('in forced colours the current tab uses the system’s colours', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(withScripts, 'forced colours are CSS alone')
  await signInDemo(page, server, sql)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/Account/History')
  const shown = await page.locator('.account-tabs [aria-current=page]').evaluate((current) => {
    const sample = document.createElement('p')
    sample.style.cssText = 'forced-color-adjust: none; background: SelectedItem; color: SelectedItemText'
    document.body.append(sample)
    const look = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return [backgroundColor, color]
    }
    return { current: look(current), selected: look(sample) }
  })
  expect(shown.current).toEqual(shown.selected)
})

test('a statement is chosen by month, year or days, and a wrong day is explained at its field', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInDemo(page, server, sql)
  await open(page, '/Account/History')
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement')
  const period = page.getByRole('form', { name: 'Period' })
  await period.getByRole('combobox').selectOption({ label: 'April to March 2026–27' })
  await period.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/Account\/Statement\?period=year%3A2026-27$/)
  await expect(page.getByRole('heading', { level: 2, name: /^April \d{4} to March \d{4}$/ })).toBeVisible()
  await page.getByText('Between two days').click()
  const days = page.getByRole('form', { name: 'Two days' })
  await days.getByLabel('First day').fill('2028-02-29')
  await days.getByLabel('Last day').fill('2028-02-28')
  await days.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('The last day is before the first one.')).toBeVisible()
  await expect(days.getByLabel('First day')).toHaveValue('2028-02-29')
  await expect(days.getByLabel('Last day')).toHaveAccessibleDescription(
    'The last day is before the first one.',
  )
  if (withScripts) await expect(days.getByLabel('Last day')).toBeFocused()
  await days.getByLabel('First day').fill('2026-01-01')
  await days.getByLabel('Last day').fill('2099-12-31')
  await days.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('row', { name: /^Balance on .*, so far/ })).toBeVisible()
  await page.goBack()
  await expect(days.getByLabel('Last day')).toHaveValue('2028-02-28')
})

test('the printed statement has owner, balances and rows on A4, and no forms', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(withScripts, 'print output does not depend on scripts')
  await signInDemo(page, server, sql)
  // A4 without margins, in px.
  await page.setViewportSize({ width: 680, height: 1009 })
  await page.goto('/Account/Statement?from=2026-01-01&to=2099-12-31')
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.header', '.footer', '.statement-forms form', '.account-tabs', 'main .button'])
    await expect(page.locator(part).first()).toBeHidden()
  await expect(page.getByText(/^DealDwaar account of Asha Verma, \+91 ••••• ••\d{3}$/)).toBeVisible()
  for (const part of [/Opening balance/, /Balance on .*, so far/, /Cashback confirmed Voltwala/])
    await expect(page.getByRole('row', { name: part })).toBeVisible()
  const isWide = () => document.documentElement.scrollWidth > innerWidth
  expect(await page.evaluate(isWide)).toBe(false)
})
