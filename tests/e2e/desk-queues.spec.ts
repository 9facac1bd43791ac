/** Queues of the desk with and without scripts: from a record to the next, rows chosen together, a report in quarantine, a ring. */
import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { findViolations } from '../support/axe'
import { expect, open, test, waitForScripts, type Page } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { Hand, type Target } from './hand'
import { addMember, freshPhone } from './members'

test.use({ ownServer: 'desk-queues', actionTimeout: 15_000 })

const main = (page: Page) => page.getByRole('main')

/** An operator, whose presses are counted. */
class Clerk extends Hand {
  /** Waits until the next page can be used. */
  override async tap(target: Target) {
    await super.tap(target)
    await waitForScripts(this.page)
  }
  nav = (name: string) =>
    this.tap(this.page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }))
  press = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
    this.tap(this.main.getByRole(role, { name }).first())

  /** The preview says what would be done, and the button that does it says the same. */
  async confirm(effect: RegExp) {
    await this.sees('Preview: nothing is done yet')
    await this.press(effect)
    await expect(this.main.getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
  }
  takeTaps(): number {
    const { taps } = this
    this.taps = 0
    return taps
  }
}

async function checkPage(page: Page, withScripts: boolean): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  if (withScripts) expect(await findViolations(page)).toEqual([])
}

/** Returns its id. */
async function addClick(sql: postgres.Sql, userId: number): Promise<string> {
  const id = `e2e${randomBytes(12).toString('hex')}`.slice(0, 26)
  await sql.begin(
    (tx) => tx`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
      SELECT ${id}, ${userId}, min(id), 'trackier', 500, 'percentage', 'INR', 'e2e', now() - interval '2 days'
        FROM campaigns WHERE network = 'trackier'`,
  )
  return id
}

/** A report with an amount that can be read in two ways. Returns its number. */
async function quarantine(origin: string, sql: postgres.Sql, click: string): Promise<number> {
  const query = new URLSearchParams({
    p1: click,
    conversion_id: `${click}-${randomBytes(3).toString('hex')}`,
    sale_amount: '1,000',
    payout: '80',
    status: 'approved',
  })
  const answer = await fetch(`${origin}/postback/trackier/demo-trackier-secret?${query}`)
  expect(await answer.text()).toBe('OK')
  const [row] = await sql<{ id: string }[]>`SELECT max(id) AS id FROM postback_inbox`
  return Number(row!.id)
}

async function addClaims(sql: postgres.Sql, userId: number, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const click = await addClick(sql, userId)
    await sql.begin(async (tx) => {
      const [claim] = await tx<{ id: string }[]>`
        INSERT INTO claims (user_id, kind, click_id, brand_id, answer_by)
        SELECT ${userId}, 'question', k.id, c.brand_id, now() + interval '3 days'
          FROM clicks k JOIN campaigns c ON c.id = k.campaign_id WHERE k.id = ${click} RETURNING id`
      await tx`INSERT INTO claim_messages (claim_id, author, step, body) VALUES (${claim!.id}, 'member', 'received', 'Where is it?')`
    })
  }
}

test('claims are answered one after the other, each press leading to the next', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  const userId = await addMember(sql, freshPhone())
  await addClaims(sql, userId, 2)
  await signInAtDesk(page, server, sql)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/Desk/Today')
  const hand = new Clerk(page)
  await hand.nav('Claims')
  await hand.tap(
    main(page)
      .getByRole('row')
      .filter({ hasText: String(userId) })
      .getByRole('link')
      .first(),
  )
  await expect(main(page).getByText(/\d+ of \d+ claims that wait for us/)).toBeVisible()
  await checkPage(page, withScripts)
  const first = await main(page).getByRole('heading', { level: 1 }).textContent()
  await main(page).getByLabel('Kind').first().selectOption('final')
  await main(page).getByLabel('Text').first().fill('The store has confirmed the order.')
  await hand.press('Preview')
  await hand.confirm(/^Answers claim/)
  expect(hand.takeTaps()).toBe(4)
  await checkPage(page, withScripts)
  await hand.press(/^Next: Claim \d+/, 'link')
  const second = main(page).getByRole('heading', { level: 1 })
  await expect(second).toHaveText(/^Claim \d+$/)
  await expect(second).not.toHaveText(first!)
  await main(page).getByLabel('Kind').first().selectOption('final')
  await main(page).getByLabel('Text').first().fill('The store has confirmed the order.')
  await hand.press('Preview')
  await hand.confirm(/^Answers claim/)
  expect(hand.takeTaps()).toBe(3)
})

test('a report in quarantine says what it waits for, and is corrected; others are dismissed together', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  const userId = await addMember(sql, freshPhone())
  const click = await addClick(sql, userId)
  const ids = [
    await quarantine(server.origin, sql, click),
    await quarantine(server.origin, sql, click),
    await quarantine(server.origin, sql, click),
  ]
  await signInAtDesk(page, server, sql)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/Desk/Today')
  const hand = new Clerk(page)
  await hand.press('reports in quarantine', 'link')
  await hand.press(String(ids[2]), 'link')
  await expect(main(page).getByText('The amount of the order cannot be read')).toBeVisible()
  await expect(main(page).getByRole('link', { name: String(userId) })).toBeVisible()
  await expect(main(page).getByLabel('To Trackier')).toHaveValue(/Sale amount: 1,000[^]*as a plain number/)
  await expect(main(page).getByRole('link', { name: 'Accept a postback' })).toHaveCount(0)
  await checkPage(page, withScripts)
  await hand.press('Correct the amount', 'link')
  await main(page).getByLabel('Amount').fill('1000')
  await main(page).getByLabel('Reason').fill('By mail of the network')
  await hand.press('Preview')
  await expect(
    main(page)
      .getByText(/^Corrects postback \d+: credits Rs\. 50\.00/)
      .first(),
  ).toBeVisible()
  await hand.press(/^Corrects postback/)
  await expect(
    main(page)
      .getByText(/It waits for a second person|^Done$/)
      .first(),
  ).toBeVisible()
  expect(hand.takeTaps()).toBe(5)
  await open(page, '/Desk/Today')
  await hand.press('reports in quarantine', 'link')
  await checkPage(page, withScripts)
  for (const id of ids.slice(0, 2)) await hand.tap(main(page).getByLabel(`Choose ${id}`))
  await main(page).getByLabel('Reason').last().fill('Tests of the network')
  await hand.press('Preview: Dismiss postbacks')
  for (const id of ids.slice(0, 2))
    await expect(main(page).getByRole('link', { name: `postback ${id}` })).toBeVisible()
  await hand.confirm(/^Does nothing about 2 postbacks/)
  expect(hand.takeTaps()).toBe(5)
  const left =
    await sql`SELECT id FROM postback_inbox WHERE id = ANY(${ids.slice(0, 2)}) AND resolved_at IS NULL`
  expect(left).toHaveLength(0)
})

test('a ring is put on hold with one press', async ({ page, server, sql, withScripts }) => {
  const members = [await addMember(sql, freshPhone()), await addMember(sql, freshPhone())]
  const [signal] = await sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      INSERT INTO signals (kind, facts) VALUES ('same-destination', ${randomBytes(8).toString('hex')}) RETURNING id`
    for (const id of members)
      await tx`INSERT INTO signal_members (signal_id, user_id, about) VALUES (${rows[0]!.id}, ${id}, true)`
    return rows
  })
  await signInAtDesk(page, server, sql)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/Desk/Today')
  const hand = new Clerk(page)
  await hand.press('open signals of fraud', 'link')
  await hand.press(signal!.id, 'link')
  await checkPage(page, withScripts)
  const accounts = main(page)
    .locator('.desk-panel')
    .filter({ has: page.getByRole('heading', { name: 'Accounts' }) })
  await expect(accounts.getByRole('checkbox')).toHaveCount(2)
  await accounts.getByLabel('Reason').fill('of a check')
  await hand.tap(accounts.getByRole('button', { name: 'Preview: Put members on hold' }))
  await hand.confirm(/^Puts on hold the withdrawals of 2 members/)
  expect(hand.takeTaps()).toBe(4)
  const held = await sql`SELECT id FROM users WHERE id = ANY(${members}) AND payout_hold_until > now()`
  expect(held).toHaveLength(2)
})
