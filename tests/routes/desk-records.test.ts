/** The pages of a sale, a member and a claim: timeline, possible actions, texts for customers; and claims that another operator has handled. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { users } from '~/platform/db/schema/members'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { formatFormName } from '~/http/desk/views/labels'
import { listOperations } from '~/desk/find-operation'
import { openMemberClaim, writeMessage } from '~/domain/tracking/member-claims.server'
import { listWaitingClaims } from '~/domain/tracking/read-claims.server'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import type { Answer, Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { rewrite } from '../support/rewrite'
import { click, earn, member, memberWith } from '../wallet/support'

let bea: Visitor
let dev: Visitor

beforeAll(async () => {
  bea = (await signedInAtDesk('finance', 'Bea Rao')).visitor
  dev = (await signedInAtDesk('support', 'Dev Rao')).visitor
})

const fail = (error: unknown) => {
  throw error
}

/** Reports a sale with each of the status words. Returns its id. */
async function report(userId: number, ...words: string[]): Promise<number> {
  const p1 = await click(userId)
  const conversion_id = randomUUID()
  for (const status of words)
    await receivePostback(
      { network: 'trackier', method: 'GET', raw: { p1, conversion_id, sale_amount: '1000', status } },
      fail,
    )
  const [sale] = await db.select().from(conversions).where(eq(conversions.click_id, p1))
  return sale!.id
}

const hold = (id: number, until: string | null) =>
  rewrite(sql`UPDATE conversions SET withdrawable_at = ${until}::timestamptz WHERE id = ${id}`)

async function addWithdrawal(status: string): Promise<number> {
  const userId = await memberWith(0n)
  const sale = await earn(userId, 500_00n)
  const result = await requestWithdrawal(userId, {
    amount: paise(500_00n),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!result.ok) throw new Error(result.reason)
  const { id } = result.withdrawal
  if (status === 'paid') {
    await rewrite(sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${id}`)
    await rewrite(sql`UPDATE withdrawals SET status = 'paid', utr = ${`UTRDESK${id}`} WHERE id = ${id}`)
    const created_at = new Date(Date.now() - 10 * 86_400_000)
    await db.insert(withdrawalSteps).values([
      { withdrawal_id: id, created_at, status: 'processing' },
      { withdrawal_id: id, created_at, status: 'paid', utr: `UTRDESK${id}` },
    ])
  }
  return sale
}

const SALES: [what: string, make: () => Promise<number>, reply: RegExp][] = [
  ['tracked', async () => report(await member(), 'pending'), /pending until the store confirms it/],
  [
    'confirmed and held',
    async () => {
      const id = await report(await member(), 'approved')
      await hold(id, '2099-01-31')
      return id
    },
    /you can withdraw it from 31 Jan 2099/,
  ],
  [
    'withdrawable',
    async () => {
      const id = await report(await member(), 'approved')
      await hold(id, null)
      return id
    },
    /is yours: open Wallet, then Withdraw/,
  ],
  [
    'confirmed without cashback',
    async () => {
      const id = await report(await member(), 'approved')
      await rewrite(sql`UPDATE conversions SET granted_paise = 0 WHERE id = ${id}`)
      return id
    },
    /no cashback belongs to it by the terms of the offer/,
  ],
  ['declined', async () => report(await member(), 'pending', 'rejected'), /has declined your order/],
  ['reversed', async () => report(await member(), 'approved', 'rejected'), /its cashback was taken back/],
  [
    'in a withdrawal',
    () => addWithdrawal('requested'),
    /Your withdrawal of Rs. 500.00 of .* is on its way to/,
  ],
  ['paid', () => addWithdrawal('paid'), /was paid on .* The reference of the bank \(UTR\) is UTRDESK/],
]

test.each(SALES)(
  'a sale that is %s has one timeline, and a text for the customer',
  async (_, make, reply) => {
    const id = await make()
    const page = await dev.get(`/Desk/conversions/show?id=${id}`)
    expect(page.status).toBe(200)
    expect(page.text).toMatch(reply)
    expect(page.text).toMatch(/Hello Member,/)
    expect(page.text).toContain('Timeline')
    expect(page.text).toMatch(/visit\s[^]*Shop \d+: Deal \d+/)
    expect(page.text).toMatch(/report \d+/)
    const labels = [...page.body.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(page.body).not.toContain(`<dd><a href="/Desk/conversions/show?id=${id}"`)
  },
)

const BLOCKS: [what: string, block: (userId: number) => Promise<unknown>][] = [
  [
    'on hold',
    (userId) =>
      db
        .update(users)
        .set({ payout_hold_until: sql`now() + interval '1 day'`, payout_hold_reason: 'a test' })
        .where(eq(users.id, userId)),
  ],
  [
    'in an open signal',
    (userId) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(signals)
          .values({ kind: 'same-destination', facts: randomUUID() })
          .returning()
        await tx.insert(signalMembers).values({ signal_id: row!.id, user_id: userId, about: true })
      }),
  ],
]

test.each(BLOCKS)('the texts for a member %s promise no payout, and name no reason', async (_, block) => {
  const withdrawable = await report(await member(), 'approved')
  await hold(withdrawable, null)
  const cases: [sale: number, text: string][] = [
    [withdrawable, 'We are checking your wallet at the moment'],
    [await addWithdrawal('requested'), 'It is being checked before it is paid'],
  ]
  for (const [id, text] of cases) {
    const [sale] = await db.select().from(conversions).where(eq(conversions.id, id))
    await block(sale!.user_id)
    const page = await dev.get(`/Desk/conversions/show?id=${id}`)
    expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/is on its way to|is yours: open Wallet/)
  }
})

test('the page of a paid sale names the withdrawal that has its cashback', async () => {
  const id = await addWithdrawal('paid')
  expect((await dev.get(`/Desk/conversions/show?id=${id}`)).text).toMatch(/withdrawal \d+\s[^]*UTR UTRDESK/)
})

test('the text for a pending sale names the expected date until that has passed', async () => {
  const id = await report(await member(), 'pending')
  await rewrite(sql`
    UPDATE brands SET confirms_in_days = 30 WHERE id = (
      SELECT k.brand_id FROM campaigns k JOIN conversions c ON c.campaign_id = k.id WHERE c.id = ${id})`)
  const read = async () => (await dev.get(`/Desk/conversions/show?id=${id}`)).text
  expect(await read()).toContain('Most orders there are confirmed by ')
  await rewrite(sql`UPDATE conversions SET created_at = now() - interval '60 days' WHERE id = ${id}`)
  expect(await read()).not.toContain('Most orders there are confirmed by ')
})

test('the page of a member has texts about a hold and about a visit without an order', async () => {
  const id = await member()
  await db
    .update(users)
    .set({ payout_hold_until: sql`now() + interval '1 day'`, payout_hold_reason: 'your password was reset' })
    .where(eq(users.id, id))
  const clickId = await click(id)
  await rewrite(sql`
    UPDATE brands SET tracks_in_hours = 48 WHERE id = (
      SELECT k.brand_id FROM campaigns k JOIN clicks c ON c.campaign_id = k.id WHERE c.id = ${clickId})`)
  const page = await dev.get(`/Desk/users/show?user=${id}`)
  expect(page.text).toContain('because your password was reset')
  expect(page.text).toContain('The store has not reported an order for it yet.')
  expect(page.text).toContain('Most orders there are reported by ')
})

let serial = 0

/** With a proof. */
async function addClaim(): Promise<number> {
  const userId = await member()
  const clickId = await click(userId)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const opened = await openMemberClaim(
    userId,
    { visit: formatVisitNumber(row!.seq) },
    { kind: 'missing', text: 'Where is it?', orderNumber: `DESK-${++serial}` },
  )
  if (!opened.ok) throw new Error(opened.reason)
  const { id } = opened.claim
  await addProof(userId, id, Buffer.from('%PDF-1.4 a bill'))
  return id
}

const readVersion = ({ body }: Answer) => /name="version" value="(\w+)"/.exec(body)![1]!

const sendAnswer = async (visitor: Visitor, id: number, version = '', kind = 'final') => {
  const from = `/Desk/claims/show?id=${id}`
  const fields = {
    [formatFormName('id')]: String(id),
    [formatFormName('kind')]: kind,
    [formatFormName('text')]: 'We have asked the store.\r\nIt answers in a week.',
  }
  return visitor.follow(await visitor.post('/Desk/claims/answer', { from, version, ...fields }))
}

const confirm = async (visitor: Visitor, page: Answer) => {
  const [, path] = /action="(\/Desk\/Drafts\/[\w-]+)"/.exec(page.body)!
  const [, consent] = /name="consent" value="([^"]+)"/.exec(page.body)!
  return visitor.follow(await visitor.post(path!, { from: path!, consent: consent! }))
}

test('a claim is in the queue, and its page has its thread, its proof and a form to answer', async () => {
  const id = await addClaim()
  const queue = await dev.get('/Desk/claims')
  expect(queue.text).toMatch(/Waiting for us: \d+ claim/)
  expect(queue.body).toContain(`href="/Desk/claims/show?id=${id}"`)
  const [claimant] = await db
    .select({ name: users.username })
    .from(users)
    .innerJoin(claims, eq(claims.user_id, users.id))
    .where(eq(claims.id, id))
  expect(queue.text).toContain(claimant!.name)
  const page = await dev.get(`/Desk/claims/show?id=${id}`)
  for (const text of [
    claimant!.name,
    'Where is it?',
    'From the member: open with care',
    'Take out proof',
    'Decline a claim',
  ])
    expect(page.text).toContain(text)
  // In sight, not among the folded details.
  const [inSight] = page.body.split('<summary>Details')
  for (const text of [
    'Sales of this visit',
    'No network has reported a sale of this visit.',
    'Other sales of the member at this store, of a near day or amount',
  ])
    expect(inSight).toContain(text)
  // Support may not, finance may.
  expect(page.text).not.toContain('Credit a claim')
  expect((await bea.get(`/Desk/claims/show?id=${id}`)).text).toContain('Credit a claim')
  const previewed = await sendAnswer(dev, id, readVersion(page))
  expect(previewed.text).toContain('Preview: nothing is done yet')
  expect(previewed.text).toMatch(/the member reads\s+We have asked the store\.\s+It answers in a week\./)
  expect((await confirm(dev, previewed)).text).toContain(`Answers claim ${id}.`)
  expect((await dev.get(`/Desk/claims/show?id=${id}`)).text).toContain('We have asked the store.')
})

test('an answer to a claim is interim or final by choice, and an interim one leaves its steps', async () => {
  const id = await addClaim()
  expect((await sendAnswer(dev, id, '', '')).text).toContain('Please fill in this field.')
  const done = await confirm(dev, await sendAnswer(dev, id, '', 'interim'))
  expect(done.text).toContain(`Writes to the member about claim ${id}, which stays received.`)
  const page = await dev.get(`/Desk/claims/show?id=${id}`)
  expect(page.text).toContain('We have asked the store.')
  expect(page.text).toContain('Note that a claim was sent')
  expect((await dev.get('/Desk/claims')).body).toContain(`href="/Desk/claims/show?id=${id}"`)
})

test('a claim that another operator has handled meanwhile shows who did so, and when', async () => {
  const id = await addClaim()
  const opened = await dev.get(`/Desk/claims/show?id=${id}`)
  await confirm(bea, await sendAnswer(bea, id))
  const late = await sendAnswer(dev, id, readVersion(opened))
  expect(late.text).toContain('Something changed meanwhile')
  expect(late.text).toMatch(new RegExp(`claim ${id}: Bea Rao@desk, \\d+ \\w+ \\d{4}, \\d+:\\d\\d [ap]m`))
  const from = `/Desk/claims/decline?id=${id}`
  const declined = await bea.post('/Desk/claims/decline', {
    from,
    [formatFormName('id')]: String(id),
    [formatFormName('reason')]: 'code',
    [formatFormName('text')]: 'The code was not allowed.',
  })
  await confirm(bea, await bea.follow(declined))
  const refused = await sendAnswer(dev, id)
  expect(refused.text).toMatch(new RegExp(`Claim ${id} is declined already: Bea Rao@desk, \\d+ `))
  expect((await dev.get(`/Desk/claims/show?id=${id}`)).text).not.toContain('Decline a claim')
})

test('an answer is shown again where the member has written or sent a proof since', async () => {
  for (const add of [
    (owner: number, id: number) => writeMessage(owner, id, 'I have it now'),
    (owner: number, id: number) => addProof(owner, id, Buffer.from('%PDF-1.4 another bill')),
  ]) {
    const id = await addClaim()
    const opened = await dev.get(`/Desk/claims/show?id=${id}`)
    const [claim] = await db.select().from(claims).where(eq(claims.id, id))
    expect(await add(claim!.user_id, id)).toMatchObject({ ok: true })
    expect((await sendAnswer(dev, id, readVersion(opened))).text).toContain('Something changed meanwhile')
  }
})

test('the queue begins with the earliest promise, counts all, and says that it is cut', async () => {
  const [newer, older] = [await addClaim(), await addClaim()]
  await rewrite(sql`UPDATE claims SET answer_by = now() - interval '9 days' WHERE id = ${newer}`)
  await rewrite(sql`UPDATE claims SET answer_by = now() - interval '8 days' WHERE id = ${older}`)
  const all = await listWaitingClaims(100)
  expect(all.rows.slice(0, 2).map(({ id }) => id)).toEqual([newer, older])
  expect(all).toMatchObject({ count: all.rows.length, late: 2 })
  expect(await listWaitingClaims(1)).toMatchObject({ rows: [{ id: newer }], count: all.count, late: 2 })
})

test('a claim about a withdrawal has its answer and steps for finance alone', async () => {
  const sale = await addWithdrawal('paid')
  const [row] = await db.execute<{ id: number; user_id: number }>(sql`
    SELECT w.id::int, w.user_id::int FROM withdrawals w JOIN conversions v USING (user_id) WHERE v.id = ${sale}`)
  await rewrite(sql`UPDATE withdrawals SET updated_at = now() - interval '20 days' WHERE id = ${row!.id}`)
  const opened = await openMemberClaim(
    row!.user_id,
    { withdrawal: row!.id },
    { kind: 'withdrawal', text: 'Where?' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  const path = `/Desk/claims/show?id=${opened.claim.id}`
  const [finance, support] = [await bea.get(path), await dev.get(path)]
  expect(finance.text).toContain('Decline a claim')
  expect(finance.body).toContain('action="/Desk/claims/answer"')
  expect(support.text).not.toContain('Decline a claim')
  expect(support.body).not.toContain('action="/Desk/claims/answer"')
})

test('each change of an operator at the desk needs a fresh code', async () => {
  const open = (await listOperations()).filter(
    ({ name, kind, needsCode }) => name.startsWith('operators ') && kind === 'change' && !needsCode,
  )
  // By the person who was invited, on the command line.
  expect(open.map(({ name }) => name)).toEqual(['operators accept'])
})
