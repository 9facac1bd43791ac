/** One search for everything at the desk, by mouse, by keyboard alone, and as a field is typed. */
import { findViolations } from '../support/axe'
import { expect, open, test, waitForScripts, type Page } from '../support/e2e'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { signInAtDesk } from './desk-session'

const main = (page: Page) => page.getByRole('main')
const searchField = (page: Page) => page.getByRole('banner').getByRole('textbox')

async function search(page: Page, words: string, heading = 'Search') {
  await searchField(page).fill(words)
  await searchField(page).press('Enter')
  await expect(main(page).getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await waitForScripts(page)
}

test('a visit’s number, an offer, a setting and a form are found, and each row leads to its page', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInAtDesk(page, server, sql)
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  await open(page, '/Desk/Today')
  const [click] = await sql<{ seq: string }[]>`
    SELECT c.seq FROM clicks c JOIN conversions s ON s.click_id = c.id ORDER BY c.seq LIMIT 1`
  const visit = formatVisitNumber(Number(click!.seq))
  await search(page, visit)
  expect(page.url()).not.toContain(visit)
  await expect(main(page).getByRole('heading', { name: 'Sales' })).toBeVisible()
  if (withScripts) expect(await findViolations(page)).toEqual([])
  await main(page).getByRole('link', { name: visit }).click()
  await expect(main(page).getByText('1 outcome')).toBeVisible()

  await search(page, 'Voltwala')
  await expect(main(page).getByRole('heading', { name: 'Offers' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Voltwala' }).first().click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Store' })).toBeVisible()

  // The whole title of a page opens it.
  await search(page, 'month end', 'Month end')
  await expect(main(page).getByText('The quarantine is empty')).toBeVisible()

  await search(page, 'nothing of that kind')
  await expect(main(page).getByText(/^Nothing matches\. A number or reference must be whole/)).toBeVisible()
})

test('two tasks are found by the keyboard alone', async ({ page, server, sql, withScripts }) => {
  test.skip(!withScripts, 'the keys need a script; without it, Tab leads to the search')
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/Today')
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('')
  await page.keyboard.type('rates of a store')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('link', { name: 'Set the rates of a store' }).first()).toBeVisible()

  await open(page, '/Desk/notes/add')
  await main(page).getByLabel('Text').focus()
  await page.keyboard.type('1/2')
  await expect(main(page).getByLabel('Text')).toHaveValue('1/2')
  await page.keyboard.press('Control+k')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('9000000001')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Asha Verma').first()).toBeVisible()
})

test('a store, an offer and a member are suggested as they are typed; without scripts the fields are plain', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/rates/set-store')
  const store = main(page).getByLabel('Store')
  await store.pressSequentially('volt')
  if (!withScripts) {
    await expect(store).not.toHaveAttribute('list')
    return
  }
  const options = main(page).locator('datalist option')
  await expect(options.first()).toHaveText('Voltwala')
  const value = await options.first().getAttribute('value')
  await store.fill(value!)
  await main(page).getByLabel('Payout').fill('6.5%')
  await main(page).getByRole('button', { name: 'Preview' }).click()
  await expect(main(page).getByText('Preview: nothing is done yet')).toBeVisible()

  await open(page, '/Desk/notes/add')
  await main(page).getByLabel('Member').pressSequentially('asha')
  await expect(options.first()).toHaveText(/^Asha Verma, ••••0001/)
  const [line] = await sql`SELECT command FROM operator_log ORDER BY id DESC LIMIT 1`
  expect(line!.command).toBe('search …')
})
