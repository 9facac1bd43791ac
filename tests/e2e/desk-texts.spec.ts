/** Texts for replies, kept filters and the key of the search, with and without scripts. */
import { findViolations } from '../support/axe'
import { expect, open, test, waitForScripts, type Page } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { addMember, freshPhone } from './members'

test.use({ ownServer: 'desk-texts', actionTimeout: 15_000 })

const main = (page: Page) => page.getByRole('main')
const searchField = (page: Page) => page.getByRole('banner').getByRole('textbox')

async function press(page: Page, name: string | RegExp) {
  await main(page).getByRole('button', { name }).first().click()
  await waitForScripts(page)
}

async function checkPage(page: Page, withScripts: boolean) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  if (withScripts) expect(await findViolations(page)).toEqual([])
}

test('a text is kept, chosen for an answer, and filled in behind what is typed', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  const userId = await addMember(sql, freshPhone())
  const claim = await sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      INSERT INTO claims (user_id, kind, answer_by, withdrawal_id)
      SELECT ${userId}, 'withdrawal', now() + interval '3 days', min(id) FROM withdrawals RETURNING id`
    await tx`INSERT INTO claim_messages (claim_id, author, step, body) VALUES (${row!.id}, 'member', 'received', 'Where is it?')`
    return row!.id
  })
  await signInAtDesk(page, server, sql)
  await open(page, `/Desk/claims/show?id=${claim}`)
  await main(page).getByRole('link', { name: 'Texts for replies' }).click()
  await waitForScripts(page)
  await main(page).getByRole('link', { name: 'Add a text for replies' }).first().click()
  await waitForScripts(page)
  await main(page).getByLabel('Name').fill('Asks for patience')
  await main(page).getByLabel('Text').fill('Hello {nmae}, we look into it.')
  await press(page, 'Preview')
  await expect(
    main(page)
      .getByText(/^\{nmae\} is no placeholder/)
      .first(),
  ).toBeVisible()
  await expect(main(page).getByLabel('Text')).toHaveValue('Hello {nmae}, we look into it.')
  await main(page).getByLabel('Text').fill('Hello {name}, we look into it.')
  await checkPage(page, withScripts)
  await press(page, 'Preview')
  await press(page, /^Adds the text/)
  // The preview shows the name, too, and a page that is left takes its form with it.
  await page.waitForURL('**/Desk/snippets/list')
  await expect(main(page).getByText('Asks for patience').first()).toBeVisible()

  await open(page, `/Desk/claims/show?id=${claim}`)
  await main(page).getByLabel('Kind').first().selectOption('interim')
  await main(page).getByLabel('Text', { exact: true }).fill('Good morning.')
  await main(page).getByLabel('Text for replies').selectOption('Asks for patience')
  await press(page, 'Fill in')
  await expect(main(page).getByLabel('Text', { exact: true })).toHaveValue(
    'Good morning.\n\nHello Lata, we look into it.',
  )
  await expect(main(page).getByLabel('Kind').first()).toHaveValue('interim')
  await checkPage(page, withScripts)
  const headings = await main(page).getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.indexOf('Answer')).toBeLessThan(headings.indexOf('What can be done now'))
})

test('Enter previews a reply, and a text is about the claim whose number is typed', async ({
  page,
  server,
  sql,
}) => {
  const addClaim = async (name: string, offset: number) => {
    const userId = await addMember(sql, freshPhone())
    return sql.begin(async (tx) => {
      await tx`UPDATE users SET username = ${name} WHERE id = ${userId}`
      const [row] = await tx<{ id: string }[]>`
        INSERT INTO claims (user_id, kind, answer_by, withdrawal_id)
        SELECT ${userId}, 'question', now() + interval '3 days', id
          FROM withdrawals ORDER BY id LIMIT 1 OFFSET ${offset} RETURNING id`
      await tx`INSERT INTO claim_messages (claim_id, author, step, body) VALUES (${row!.id}, 'member', 'received', 'Where is it?')`
      return row!.id
    })
  }
  const [first, second] = [await addClaim('Zubin Rao', 0), await addClaim('Yamini Rao', 1)]
  await sql.begin(
    (tx) => tx`INSERT INTO reply_snippets (name, body) VALUES ('Sorry', 'Hello {name}, we are sorry.')`,
  )
  await signInAtDesk(page, server, sql)
  await open(page, `/Desk/claims/decline?id=${first}`)
  const text = main(page).getByLabel('Text', { exact: true })
  await main(page).getByLabel('Number').fill(second)
  await main(page).getByLabel('Text for replies').selectOption('Sorry')
  await press(page, 'Fill in')
  await expect(text).toHaveValue('Hello Yamini, we are sorry.')
  await expect(main(page).getByLabel('Number')).toHaveValue(second)
  await main(page).getByLabel('Reason').selectOption({ index: 1 })
  await main(page).getByLabel('Number').press('Enter')
  await expect(main(page).getByText('Preview: nothing is done yet')).toBeVisible()
  await expect(main(page).getByText('Hello Yamini, we are sorry.').first()).toBeVisible()
})

test('a filter is kept as a link above the list, and removed', async ({ page, server, sql, withScripts }) => {
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/withdrawals/list?status=paid')
  const keeping = main(page).getByLabel('Keep this filter as')
  await press(page, 'Keep')
  await expect(main(page).getByText('Please give it a name of up to 40 characters.')).toBeVisible()
  await keeping.fill('Paid ones')
  await press(page, 'Keep')
  await expect(page.getByText('The filter is kept, above the list.')).toBeVisible()
  await open(page, '/Desk/withdrawals/list')
  await main(page).getByRole('link', { name: 'Paid ones' }).click()
  await waitForScripts(page)
  await expect(page).toHaveURL(/\?status=paid$/)
  await checkPage(page, withScripts)
  await press(page, 'Remove the filter ‘Paid ones’')
  await expect(page.getByText('The filter is removed.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Paid ones' })).toHaveCount(0)
})

test('the key / can be switched off on a device, and Ctrl+K stays', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/Sessions')
  const box = main(page).getByLabel('The key / leads to the search')
  await expect(box).toBeChecked()
  await box.uncheck()
  await press(page, 'Save the key')
  await expect(page.getByText(/^The key \/ is switched off on this device/)).toBeVisible()
  await expect(box).not.toBeChecked()
  await checkPage(page, withScripts)
  if (withScripts) {
    await open(page, '/Desk/Today')
    await page.keyboard.press('/')
    await expect(searchField(page)).not.toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(searchField(page)).toBeFocused()
  }
  await expect(searchField(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K')
  await open(page, '/Desk/Sessions')
  await box.check()
  await press(page, 'Save the key')
  await expect(page.getByText('The key / leads to the search again.')).toBeVisible()
  await expect(searchField(page)).toHaveAttribute('aria-keyshortcuts', '/ Control+K')
})

test('a record says what it is, then what can be done, then what operators changed', async ({
  page,
  server,
  sql,
}) => {
  await signInAtDesk(page, server, sql)
  for (const path of ['/Desk/stores/show?store=voltwala', '/Desk/networks/show?network=trackier']) {
    await open(page, path)
    const [actions, tables] = await main(page).evaluate((element) => {
      const all = [...element.querySelectorAll('nav[aria-label], table')]
      const first = (wanted: (one: Element) => boolean) => all.findIndex(wanted)
      return [
        first((one) => /What can be done|What could come next/.test(one.getAttribute('aria-label') ?? '')),
        first((one) => one.tagName === 'TABLE'),
      ]
    })
    expect(actions).toBeGreaterThanOrEqual(0)
    if (tables !== -1) expect(actions).toBeLessThan(tables!)
  }
})
