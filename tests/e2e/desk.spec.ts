/** Ten tasks at the desk, each with its count of clicks, and what the log keeps of them. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import type postgres from 'postgres'
import { findViolations } from '../support/axe'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { Hand, type Target } from './hand'
import { signInMember, type Member } from './members'

test.use({ ownServer: 'desk', actionTimeout: 15_000 })
test.describe.configure({ mode: 'default' })

/** An operator at the desk. */
class Clerk extends Hand {
  constructor(
    page: Page,
    readonly sql: postgres.Sql,
    readonly member: Member,
    readonly withdrawal: number,
  ) {
    super(page)
  }

  /** Waits until the next page can be used. */
  override async tap(target: Target) {
    await super.tap(target)
    await waitForScripts(this.page)
  }
  nav = (name: string) =>
    this.tap(this.page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }))
  button = (name: string | RegExp) => this.tap(this.main.getByRole('button', { name }).first())
  fill = (label: string | RegExp, value: string) =>
    this.main.getByLabel(label, { exact: false }).first().fill(value)

  /** The preview says what would be done, and the button that does it says the same. */
  async confirm(effect: RegExp) {
    await this.tap(this.main.getByRole('button', { name: 'Preview', exact: true }))
    await this.sees('Preview: nothing is done yet')
    await this.button(effect)
  }
  async done(effect: RegExp) {
    await this.confirm(effect)
    await expect(this.main.getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
  }
  /** One is on the record again. */
  async recorded(effect: RegExp, record: RegExp) {
    await this.confirm(effect)
    await expect(this.main.getByRole('heading', { level: 1, name: record })).toBeVisible()
  }
  /** Waits until the worker has ended the job. */
  async waitForOutcome(command: string, outcome: string) {
    const read = async () =>
      (await this.sql`SELECT outcome FROM operator_log WHERE command = ${command}`)[0]!.outcome as string
    await expect.poll(read).toBe(outcome)
  }
  /** Until the worker has moved the member's withdrawal. */
  async untilWorkerHasDone(status: string) {
    const read = async () =>
      (await this.sql`SELECT status FROM withdrawals WHERE id = ${this.withdrawal}`)[0]!.status as string
    await expect.poll(read).toBe(status)
  }
}

const FEED = `id,title,brand,url,payout,payout_model,network,network_campaign_id
kettle,Steel kettles,Desk Chai Ghar,https://chaighar.example/kettles,10,percentage,trackier,95001
`

const upload = (hand: Clerk, name: string, content: string) =>
  hand.main
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const TASKS: Record<string, (hand: Clerk) => Promise<void>> = {
  'Where is my cashback?': async (hand) => {
    await hand.page.getByLabel('Member, order, UTR, reference').fill(hand.member.phone)
    await hand.tap(hand.page.getByRole('banner').getByRole('button', { name: 'Search' }))
    await hand.sees('Timeline')
    await hand.sees(/^sale \d+$/)
  },
  'Write a note about a member': async (hand) => {
    await hand.page.goto(`/Desk/notes/add?member=${hand.member.id}`)
    await hand.fill('Text', 'Called about the sale of Monday')
    await hand.done(/^Saves a note about member/)
  },
  'Pay out withdrawals': async (hand) => {
    await hand.nav('Withdrawals')
    await hand.sees(/^Ready: /)
    // Other tests look at the demo's people.
    for (const other of await hand.main.getByRole('checkbox').all())
      if ((await other.inputValue()) !== String(hand.withdrawal)) await other.uncheck()
    await hand.button('Preview the approval of the chosen ones')
    await hand.sees('Preview: nothing is done yet')
    await hand.button(/^Approves/)
    await hand.sees('The worker does it')
    await hand.link(/^Job /)
    await hand.untilWorkerHasDone('processing')
    await hand.nav('Withdrawals')
    await hand.link('Make a bank file')
    await hand.confirm(/^Makes a file for the bank: 1 withdrawal, Rs. 150.00/)
    const [download] = await Promise.all([
      hand.page.waitForEvent('download'),
      hand.tap(hand.main.getByRole('link', { name: /^Download .*\.csv$/ })),
    ])
    expect(fs.readFileSync(await download.path(), 'utf8')).toContain(`lata${hand.member.phone}@demobank`)
  },
  'Settle them by the bank’s file': async (hand) => {
    const rows = await hand.sql<{ id: string }[]>`SELECT id FROM withdrawals WHERE status = 'processing'`
    await hand.nav('Withdrawals')
    await hand.link('Read the bank’s file')
    await upload(
      hand,
      'bank.csv',
      `withdrawal,utr,reason\n${rows.map(({ id }) => `${id},UTRDESK000000${id},\n`).join('')}`,
    )
    await hand.confirm(/./)
    await hand.link(/^Job /)
    await hand.untilWorkerHasDone('paid')
  },
  'Answer a claim': async (hand) => {
    await hand.nav('Claims')
    // Not of the demo's people, at whom other tests look.
    await hand.tap(
      hand.main
        .getByRole('row')
        .filter({ hasText: String(hand.member.id) })
        .getByRole('link')
        .first(),
    )
    // The queue has a form with the same fields, for several claims.
    await expect(hand.main.getByRole('heading', { level: 1, name: /^Claim \d+/ })).toBeVisible()
    await hand.main.getByLabel('Kind').first().selectOption('final')
    await hand.fill(/^Text(?! for)/, 'The store has confirmed the order.')
    await hand.done(/^Answers claim/)
  },
  'Set the rate of a store': async (hand) => {
    await hand.page.goto('/Desk/rates/set-store')
    await hand.fill('Store', 'Voltwala')
    await hand.fill('Payout', '6.5%')
    await hand.recorded(/Voltwala/, /^Store \d+$/)
  },
  'Import a feed': async (hand) => {
    await hand.page.goto('/Desk/catalogue/import')
    await upload(hand, 'feed.csv', FEED)
    await hand.confirm(/^Imports feed: new 1/)
    await hand.sees('The worker does it')
    await hand.link(/^Job /)
    await hand.waitForOutcome('catalogue import feed.csv', 'done')
    await hand.page.reload()
    await hand.sees(/^Imports feed: new 1/)
  },
  'Hide an offer': async (hand) => {
    const [offer] = await hand.sql<{ id: string }[]>`SELECT id FROM campaigns WHERE title = 'Steel kettles'`
    await hand.page.goto(`/Desk/catalogue/hide?offer=${offer!.id}`)
    await hand.fill('Reason', 'The shop asked')
    await hand.recorded(/Steel kettles/, /^Offer \d+$/)
  },
  'Invite an operator': async (hand) => {
    await hand.page.goto('/Desk/operators/invite')
    const tara = `Tara ${randomBytes(3).toString('hex')}`
    await hand.fill('Name', tara)
    await hand.fill('E-mail', `${tara.replace(' ', '.')}@desk.example`)
    await hand.main.getByLabel('Role').selectOption('support')
    await hand.confirm(/^Invites Tara/)
    await hand.sees(/Invites Tara|It waits for a second person/)
  },
  'What did we do today?': async (hand) => {
    await hand.page.goto('/Desk/log/list')
    await hand.sees(/rates set-store Voltwala/)
  },
}

/** Clicks from Today; a form that is opened by its address begins there. */
const CLICKS: Record<string, number> = {
  'Where is my cashback?': 1,
  'Write a note about a member': 2,
  'Pay out withdrawals': 9,
  'Settle them by the bank’s file': 5,
  'Answer a claim': 4,
  'Set the rate of a store': 2,
  'Import a feed': 3,
  'Hide an offer': 2,
  'Invite an operator': 2,
  'What did we do today?': 0,
}

async function askAboutWithdrawal(page: Page, id: string): Promise<void> {
  await open(page, `/Account/Claims/new?withdrawal=${id}&kind=question`)
  await page.getByRole('main').getByLabel('What happened?').fill('When is it paid?')
  await page.getByRole('button', { name: 'Send claim', exact: true }).click()
  await expect(page.getByText('Claim received')).toBeVisible()
}

test('ten tasks take the stated clicks, leave the log of a command line, and balanced books', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.slow()
  const member = await signInMember(page, server, sql, { earned: 300_00, upi: true })
  await open(page, '/Account/Wallet?dialog=withdraw')
  await page.getByRole('dialog').getByLabel('Amount in rupees').fill('150')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawal successful')).toBeVisible()
  const [asked] = await sql<{ id: string }[]>`SELECT id FROM withdrawals WHERE user_id = ${member.id}`
  await askAboutWithdrawal(page, asked!.id)
  const operator = await signInAtDesk(page, server, sql)
  const [earlier] = await sql<{ id: string }[]>`SELECT coalesce(max(id), 0) AS id FROM operator_log`
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  const taken: Record<string, number> = {}
  for (const [name, act] of Object.entries(TASKS)) {
    await open(page, '/Desk/Today')
    const hand = new Clerk(page, sql, member, Number(asked!.id))
    await act(hand)
    taken[name] = hand.taps
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([name, overflow]).toEqual([name, 0])
    if (withScripts) expect([name, await findViolations(page)]).toEqual([name, []])
  }
  expect(taken).toEqual(CLICKS)
  const lines = await sql<{ command: string; source: string; outcome: string }[]>`
    SELECT command, source, outcome FROM operator_log WHERE operator_id = ${operator} AND id > ${earlier!.id} ORDER BY id`
  expect(lines.filter(({ source, outcome }) => source !== 'desk' || outcome !== 'done')).toEqual([])
  // As a command line writes them.
  expect(lines.map(({ command }) => command)).toEqual(
    expect.arrayContaining([
      'search …',
      'rates set-store Voltwala --payout 6.5%',
      'catalogue import feed.csv',
    ]),
  )
  expect(await server.ops('audit')).toContain('The books balance')
})

test('nothing typed is lost where it does not fit, and a stale preview does nothing', async ({
  page,
  server,
  sql,
}) => {
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/rates/set-store')
  const main = page.getByRole('main')
  await main.getByLabel('Store').fill('Jebfone')
  await main.getByLabel('Payout').fill('much')
  await main.getByRole('button', { name: 'Preview' }).click()
  await expect(main.getByText(/^It must be a percentage such as 6%/)).toBeVisible()
  await expect(main.getByLabel('Store')).toHaveValue('Jebfone')
  await expect(main.getByLabel('Payout')).toHaveValue('much')
  await waitForScripts(page)
  await main.getByLabel('Payout').fill('5%')
  await main.getByRole('button', { name: 'Preview' }).click()
  await expect(main.getByText('Preview: nothing is done yet')).toBeVisible()
  await server.ops('rates', 'set-store', 'Jebfone', '--payout', '4%', '--yes')
  await waitForScripts(page)
  await main.getByRole('button', { name: /Jebfone/ }).click()
  await expect(main.getByText(/Something changed meanwhile|Changed meanwhile/).first()).toBeVisible()
})
