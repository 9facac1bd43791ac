/**
 * A month's tasks by real presses from Today: each click on a link or a button, and each Enter, counts; typing and choosing in a field do
 * not. docs/desk.md has the figures, and the last test compares them.
 */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type postgres from 'postgres'
import { expect, open, test, waitForScripts, type Page, type Server } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { Hand, type Target } from './hand'
import { addMember, addSession, freshPhone, requestPayout } from './members'

test.use({ ownServer: 'desk-presses', actionTimeout: 15_000 })
test.describe.configure({ mode: 'default' })

interface Shop {
  sql: postgres.Sql
  server: Server
}

class Clerk extends Hand {
  constructor(
    page: Page,
    readonly shop: Shop,
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
  press = (name: string | RegExp) => this.tap(this.main.getByRole('button', { name }).first())
  fill = (label: string | RegExp, value: string) => this.main.getByLabel(label).first().fill(value)
  choose = (label: string, value: string) => this.main.getByLabel(label).first().selectOption(value)

  /** Enter is a press. What is the only thing found opens. */
  async search(words: string) {
    this.taps++
    const field = this.page.getByRole('banner').getByRole('textbox')
    await field.fill(words)
    await field.press('Enter')
    await expect(this.page).not.toHaveURL(/\/Desk\/Today/)
    await waitForScripts(this.page)
  }
  /** In a panel of a record, for the rows that are chosen at first. */
  async each(panel: string, operation: string, effect: RegExp) {
    const within = this.main.locator('.desk-panel').filter({
      has: this.page.getByRole('heading', { name: panel, exact: true }),
    })
    await within.getByLabel('Reason').fill('One person with five accounts')
    await this.tap(within.getByRole('button', { name: `Preview: ${operation}` }))
    await this.sees('Preview: nothing is done yet')
    await this.press(effect)
    await expect(this.main.getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
  }
  /** The preview, and the button that has the effect as its name. */
  async confirm(
    effect: RegExp,
    outcome: RegExp = /^Done$|^It waits for a second person|^The worker does it|^Job \d+/,
  ) {
    await this.press(/^Preview/)
    await this.sees('Preview: nothing is done yet')
    await this.press(effect)
    await expect(this.main.getByRole('heading', { name: outcome }).first()).toBeVisible()
  }
}

const AT_ONCE = 6

const addPayouts = async ({ server, sql }: Shop, count: number): Promise<number[]> => {
  const ids: number[] = []
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, () =>
      requestPayout(server, sql),
    )
    ids.push(...(await Promise.all(some)))
  }
  return ids
}

/** In a file for the bank, all of them. */
async function payByBank(shop: Shop, count: number): Promise<number[]> {
  const ids = await addPayouts(shop, count)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-presses-'))
  const out = path.join(folder, 'bank.csv')
  await shop.server.ops(
    'withdrawals',
    'export',
    ...ids.flatMap((id) => ['--ids', String(id)]),
    '--out',
    out,
    '--yes',
  )
  fs.rmSync(folder, { recursive: true })
  return ids
}

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

/** Of a member of this test alone. Returns the numbers, the first of them the oldest. */
async function addClaims(sql: postgres.Sql, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const userId = await addMember(sql, freshPhone())
    const click = await addClick(sql, userId)
    const id = await sql.begin(async (tx) => {
      const [claim] = await tx<{ id: string }[]>`
        INSERT INTO claims (user_id, kind, click_id, brand_id, order_number, amount_paise, answer_by)
        SELECT ${userId}, 'missing', k.id, c.brand_id, ${`MG-${click.slice(-8)}`}, 100000, now() + interval '3 days'
          FROM clicks k JOIN campaigns c ON c.id = k.campaign_id WHERE k.id = ${click} RETURNING id`
      await tx`INSERT INTO claim_messages (claim_id, author, step, body) VALUES (${claim!.id}, 'member', 'received', 'Where is it?')`
      return Number(claim!.id)
    })
    ids.push(id)
  }
  return ids
}

async function addProof({ server: { origin }, sql }: Shop, claim: number): Promise<void> {
  const [row] = await sql<{ user_id: string }[]>`SELECT user_id FROM claims WHERE id = ${claim}`
  const body = new FormData()
  body.set('proof', new File(['%PDF-1.7 bill'], 'bill.pdf', { type: 'application/pdf' }))
  await fetch(`${origin}/Account/Claims/${claim}/proof`, {
    method: 'POST',
    headers: { Origin: origin, Cookie: `token=${await addSession(sql, Number(row!.user_id))}` },
    body,
    redirect: 'manual',
  })
}

/** Of Trackier. */
const REPORT_HEAD =
  'conversion_id,click_id,campaign_id,p1,txn_id,sale_amount,payout_currency,payout,status,created'

const choose = async (hand: Clerk, ids: readonly number[]) => {
  for (const id of ids) await hand.tap(hand.main.getByLabel(`Choose ${id}`, { exact: true }))
}

/** In India. */
const today = (plusDays = 0) =>
  new Date(Date.now() + (5.5 + plusDays * 24) * 3_600_000).toISOString().slice(0, 10)

const upload = (hand: Clerk, name: string, content: string) =>
  hand.main
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const FEED = `id,title,brand,url,payout,payout_model,network,network_campaign_id
${Array.from({ length: 10 }, (_, i) => `lamp${i},Lamp ${i},Desk Deepak,https://deepak.example/${i},10,percentage,trackier,95${i}01`).join('\n')}
`

/** Every 25th has no address. */
const LONG_FEED = `id,title,brand,url,payout,payout_model,network,network_campaign_id
${Array.from({ length: 500 }, (_, i) => `rug${i},Rug ${i},Desk Durries,${i % 25 ? `https://durries.example/${i}` : ''},10,percentage,trackier,96${i}01`).join('\n')}
`

interface Task {
  /** What it took before, as the examination of 28 November counted; null: it was not possible. */
  before: number | null
  act: (hand: Clerk) => Promise<void>
}

const TASKS: Record<string, Task> = {
  'Invite two people': {
    before: 8,
    async act(hand) {
      const mark = randomBytes(3).toString('hex')
      const people = ['Tara', 'Uma'].map((name) => `${name} ${mark}, ${name}.${mark}@desk.example`)
      await hand.search('Invite several operators')
      await hand.fill('People', people.join('\n'))
      await hand.choose('Role', 'support')
      await hand.confirm(/^Invites Tara .*, Uma .* as support/)
    },
  },
  'A store and ten offers': {
    before: 6,
    async act(hand) {
      await hand.search('Import a feed')
      await upload(hand, 'lamps.csv', FEED)
      await hand.confirm(/^Imports lamps: new 10/)
    },
  },
  'A feed of 500 rows, 20 of them faulty': {
    before: 6,
    async act(hand) {
      await hand.search('Import a feed')
      await upload(hand, 'rugs.csv', LONG_FEED)
      await hand.confirm(/^Imports rugs: new 480/)
    },
  },
  'Correct an offer': {
    before: 6,
    async act(hand) {
      const [offer] = await hand.shop.sql<{ id: string }[]>`
        SELECT id FROM campaigns WHERE listed AND hidden_at IS NULL ORDER BY id DESC OFFSET 3 LIMIT 1`
      await hand.search(`offer ${offer!.id}`)
      await hand.fill('Title (optional)', 'A corrected title')
      await hand.confirm(/^Changes title of/, /^Offer \d+/)
    },
  },
  'Hide an offer': {
    before: 9,
    async act(hand) {
      const [offer] = await hand.shop.sql<{ id: string }[]>`
        SELECT id FROM campaigns WHERE listed AND hidden_at IS NULL ORDER BY id DESC LIMIT 1`
      await hand.search(`offer ${offer!.id}`)
      await hand.link('Hide an offer')
      await hand.fill('Reason', 'The shop asked')
      await hand.confirm(/^Hides/, /^Offer \d+/)
    },
  },
  'Set the rate of a store': {
    before: 5,
    async act(hand) {
      await hand.search('Set the rates of a store')
      await hand.fill('Store', 'Voltwala')
      await hand.fill('Payout', '6.5%')
      await hand.confirm(/Voltwala/, /^Store \d+$/)
    },
  },
  'A rate of a store from tomorrow': {
    before: null,
    async act(hand) {
      await hand.search('Set the rates of a store')
      await hand.fill('Store', 'Jebfone')
      await hand.fill('Payout', '4.5%')
      await hand.fill('From', today(1))
      await hand.confirm(/Jebfone/, /^Rates from a day on$/)
    },
  },
  'Choose the offer of a flash sale': {
    before: 5,
    async act(hand) {
      const [offer] = await hand.shop.sql<{ id: string; payout: string }[]>`
        SELECT c.id, round((b.up_to_percent + 20)::numeric / 100, 2) || '%' AS payout FROM campaigns c JOIN brands b ON b.id = c.brand_id
         WHERE c.listed AND c.hidden_at IS NULL AND c.network IS NOT NULL AND b.up_to_percent > 0 AND c.payout_model = 'percentage'
         ORDER BY b.up_to_percent, c.id LIMIT 1`
      await hand.search('Set a flash sale')
      await hand.fill('Offer', offer!.id)
      await hand.fill('Day', 'sunday')
      await hand.fill('Payout', offer!.payout)
      await hand.confirm(/./)
    },
  },
  'Change a setting': {
    before: 5,
    async act(hand) {
      await hand.search('Change a setting')
      await hand.choose('Name', 'MIN_WITHDRAWAL')
      await hand.fill('Value', '2')
      await hand.fill('Reason', 'Costs of the bank')
      await hand.confirm(/^Sets MIN_WITHDRAWAL/)
    },
  },
  'Where is my cashback?': {
    before: 2,
    async act(hand) {
      await hand.search('9000000001')
      await hand.sees('Timeline')
    },
  },
  'Open a proof': {
    before: 4,
    async act(hand) {
      const { page, shop } = hand
      const [id] = await addClaims(shop.sql, 1)
      await addProof(shop, id!)
      await hand.search(`claim ${id}`)
      await hand.tap(hand.main.getByText(/^Look at proof \d+$/))
      const [apart] = await Promise.all([
        page.waitForEvent('popup'),
        hand.tap(hand.main.getByRole('button', { name: 'Open apart' })),
      ])
      await apart.close()
    },
  },
  'Answer ten claims': {
    before: 41,
    async act(hand) {
      const ids = await addClaims(hand.shop.sql, 10)
      await hand.nav('Claims')
      await choose(hand, ids)
      await hand.choose('Kind', 'interim')
      await hand.main.getByLabel('Text').last().fill('We have asked the store.')
      await hand.press('Preview: Answer claims')
      await hand.sees('Preview: nothing is done yet')
      await hand.press(/^Answers 10 claims/)
      await hand.sees('Done')
    },
  },
  'Send five claims to the network': {
    before: 30,
    async act(hand) {
      const ids = await addClaims(hand.shop.sql, 5)
      await hand.nav('Claims')
      await choose(hand, ids)
      await hand.press('Preview: Note that claims were sent')
      await hand.sees('Preview: nothing is done yet')
      await hand.press(/^Notes as sent/)
      await hand.sees('Done')
    },
  },
  'Credit a claim': {
    before: 4,
    async act(hand) {
      const [id] = await addClaims(hand.shop.sql, 1)
      await hand.search(`claim ${id}`)
      await hand.link('Credit a claim')
      await hand.fill('Amount', '1000')
      await hand.main.getByLabel('Text').first().fill('The store confirmed your order.')
      await hand.confirm(/^Credits/)
    },
  },
  'Decline a claim': {
    before: 4,
    async act(hand) {
      const [id] = await addClaims(hand.shop.sql, 1)
      await hand.search(`claim ${id}`)
      await hand.link('Decline a claim')
      await hand.choose('Reason', 'code')
      await hand.main.getByLabel('Text').first().fill('The code was not allowed.')
      await hand.confirm(/^Declines/)
    },
  },
  'Approve and pay thirty': {
    before: 11,
    async act(hand) {
      const ids = (await addPayouts(hand.shop, 30)).map(String)
      await hand.nav('Withdrawals')
      await hand.sees(/^Ready: /)
      // Other tests look at the demo's people.
      for (const other of await hand.main.getByRole('checkbox').all())
        if (!ids.includes(await other.inputValue())) await other.uncheck()
      await hand.press('Preview the approval with the bank file')
      await hand.sees('Preview: nothing is done yet')
      await hand.press('Approves 30 withdrawals and makes a file for the bank: 30 withdrawals, Rs. 4,500.00')
      await Promise.all([
        hand.page.waitForEvent('download'),
        hand.tap(hand.main.getByRole('link', { name: /^Download .*\.csv$/ })),
      ])
    },
  },
  'The bank’s answer, with three rejects': {
    before: 5,
    async act(hand) {
      const ids = await payByBank(hand.shop, 5)
      const rows = ids.map((id, i) => (i < 3 ? `${id},,No such account` : `${id},UTRDESK000000${id},`))
      await hand.search('Settle by the bank’s file')
      await upload(hand, 'bank.csv', `withdrawal,utr,reason\n${rows.join('\n')}\n`)
      await hand.confirm(/^Settles 5 withdrawals: 2 paid, .*; 3 refunded/)
    },
  },
  'A returned payment': {
    before: 4,
    async act(hand) {
      const { server, sql } = hand.shop
      const id = String(await requestPayout(server, sql))
      await server.ops('withdrawals', 'approve', id, '--yes')
      await server.ops('withdrawals', 'paid', id, '--utr', `UTRDESK000000${id}`, '--yes')
      await hand.search('Note a returned payment')
      await hand.fill('Number', id)
      await hand.fill('Reason', 'The account is closed')
      await hand.confirm(/^Returns Rs\. 150\.00/)
    },
  },
  'A ring of five: uphold, and refuse their withdrawals': {
    before: 23,
    async act(hand) {
      const { sql } = hand.shop
      const ids = await addPayouts(hand.shop, 5)
      const signal = await sql.begin(async (tx) => {
        const [row] = await tx<{ id: string }[]>`
          INSERT INTO signals (kind, facts) VALUES ('same-destination', ${randomBytes(8).toString('hex')}) RETURNING id`
        await tx`
          INSERT INTO signal_members (signal_id, user_id, about)
          SELECT ${row!.id}, user_id, true FROM withdrawals WHERE id = ANY(${ids})`
        return row!.id
      })
      await open(hand.page, '/Desk/Today')
      await hand.link('open signals of fraud')
      await hand.link(signal)
      await hand.each('What ties them', 'Uphold signals', /^Upholds/)
      await hand.link(`signal ${signal}`)
      await hand.each('Requested withdrawals', 'Refuse withdrawals', /^Refuses and gives back 5 withdrawals/)
    },
  },
  'A lost phone: put withdrawals on hold': {
    before: 5,
    async act(hand) {
      const userId = await addMember(hand.shop.sql, freshPhone())
      await hand.search('Put withdrawals on hold')
      await hand.fill('Member', String(userId))
      await hand.fill('Reason', 'the phone was lost')
      await hand.confirm(/^Puts/)
    },
  },
  'Reconcile with a network’s report': {
    before: 6,
    async act(hand) {
      const userId = await addMember(hand.shop.sql, freshPhone())
      const rows: string[] = []
      for (let i = 0; i < 2; i++) {
        const click = await addClick(hand.shop.sql, userId)
        rows.push(`${click},theirs,1,${click},T${click},900,INR,80,approved,${today(-1)} 10:00:00`)
      }
      await hand.search('Reconcile with a network’s report')
      await hand.choose('Network', 'trackier')
      await upload(hand, 'report.csv', [REPORT_HEAD, ...rows, ''].join('\n'))
      await hand.confirm(/^Applies 2 of 2 rows/)
    },
  },
  'A payment of a network with GST and TDS': {
    before: 5,
    async act(hand) {
      await hand.search('Post a network’s payment')
      await hand.choose('Network', 'trackier')
      await hand.fill('Amount', '1156')
      await hand.main.getByLabel('Date', { exact: true }).fill(today())
      await hand.fill('UTR', `N${randomBytes(4).toString('hex')}`)
      await hand.fill('TDS', '20')
      await hand.fill('GST', '176')
      await hand.main.getByLabel('On account').check()
      await hand.confirm(/^Posts/)
    },
  },
  'Close a month, with all its files': {
    before: 12,
    async act(hand) {
      const now = new Date(Date.now() + 5.5 * 3_600_000)
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
        .toISOString()
        .slice(0, 7)
      await hand.search('Close a month')
      await hand.fill('Month', month)
      await hand.confirm(new RegExp(`^Closes ${month}`))
      await Promise.all([
        hand.page.waitForEvent('download'),
        hand.tap(hand.main.getByRole('link', { name: /^Download .*\.zip$/ })),
      ])
    },
  },
  'A newsletter': {
    before: 6,
    async act(hand) {
      const mark = randomBytes(3).toString('hex')
      await hand.shop.sql`
        INSERT INTO subscriptions (email, unsubscribe_token) VALUES (${`${mark}@mail.example`}, ${mark})`
      await hand.search('Send a newsletter')
      await upload(hand, 'june.txt', 'The best of June.')
      await hand.fill('Subject', `June ${mark}`)
      await hand.confirm(/^Sends “June/)
    },
  },
  'Figures as pictures': {
    before: 2,
    async act(hand) {
      await hand.search('Figures')
      await expect(hand.main.locator('svg').first()).toBeVisible()
    },
  },
  'Who changed what?': {
    before: 3,
    async act(hand) {
      await hand.search('Log')
      await hand.sees('Lakshmi Menon@desk')
    },
  },
  'Undo a change': {
    before: null,
    async act(hand) {
      const { server, sql } = hand.shop
      const [offer] = await sql<{ id: string }[]>`
        SELECT id FROM campaigns WHERE listed AND hidden_at IS NULL ORDER BY id DESC OFFSET 5 LIMIT 1`
      await server.ops('catalogue', 'hide', offer!.id, '--reason', 'A mistake')
      const [line] = await sql<{ id: string }[]>`SELECT max(id) AS id FROM operator_log`
      await hand.search('Log')
      await hand.link(line!.id)
      await hand.press('Undo')
      await hand.sees('Preview: nothing is done yet')
      await hand.tap(hand.main.locator('.desk-preview .desk-confirm').getByRole('button'))
      await expect(hand.main.getByRole('heading', { level: 1, name: /^Offer \d+/ })).toBeVisible()
    },
  },
  'The first owner: by link, code and recovery codes': {
    before: 3,
    async act(hand) {
      const { page, shop } = hand
      const [name, token] = [`Nila ${randomBytes(3).toString('hex')}`, randomBytes(24).toString('hex')]
      await shop.sql`
        INSERT INTO operators (name, role, state, invite_hash, invite_ends_at)
        VALUES (${name}, 'owner', 'invited', ${createHash('sha256').update(token).digest('hex')}, now() + interval '1 hour')`
      await page.context().clearCookies()
      await open(page, `/Desk/Invitation/${token}`)
      await page.getByLabel('New password', { exact: true }).fill('Chai at five 5')
      await page.getByLabel('Confirm new password').fill('Chai at five 5')
      await hand.press('Continue')
      const code = /your code is (\d{6})/.exec(await page.getByText('your code is').innerText())![1]!
      await page.getByLabel('Code', { exact: true }).fill(code)
      await hand.press('Continue')
      await hand.press('I have kept them')
      await expect(page.getByText(`${name}, owner`)).toBeVisible()
      await shop.sql`UPDATE operators SET state = 'disabled' WHERE name = ${name}`
    },
  },
}

const most = (before: number | null) =>
  before === null ? Infinity : before > 4 ? Math.ceil(before / 2) : before

const taken: Record<string, number> = {}

for (const [name, { before, act }] of Object.entries(TASKS))
  test(`${name}: at most half of the presses of before, and no more where they were four`, async ({
    page,
    server,
    sql,
  }) => {
    await signInAtDesk(page, server, sql)
    await open(page, '/Desk/Today')
    const hand = new Clerk(page, { sql, server })
    await act(hand)
    taken[name] = hand.taps
    expect(hand.taps).toBeLessThanOrEqual(most(before))
  })

test('docs/desk.md has these figures', () => {
  const rows = [
    ...fs.readFileSync('docs/desk.md', 'utf8').matchAll(/^\| ([^|]+?) +\| +(\d+|–) +\| +(\d+) +\|$/gm),
  ]
  const documented = rows.map(([, name, before, now]) => [
    name,
    before === '–' ? null : Number(before),
    Number(now),
  ])
  expect(documented).toEqual(Object.entries(TASKS).map(([name, { before }]) => [name, before, taken[name]]))
})
