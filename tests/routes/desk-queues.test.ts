/** Queues of the desk: from each record to the next, rows chosen together, the quarantine in words, and a ring on one page. */
import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operatorLog, operatorLogRows } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { signals } from '~/platform/db/schema/fraud'
import { users } from '~/platform/db/schema/members'
import { quarantineMessages } from '~/messages/quarantine'
import { formatFormName } from '~/http/desk/views/labels'
import { raiseSignal } from '~/domain/signals/signals.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { findPlaceOfClaim } from '~/domain/tracking/read-claims.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { paise } from '~/platform/formats/money'
import type { Answer, Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { sendReport } from '../support/reports'
import { click, memberWith, member } from '../wallet/support'

let bea: Visitor
let cora: Visitor
let dev: Visitor

beforeAll(async () => {
  bea = (await signedInAtDesk('finance', 'Bea Queue')).visitor
  cora = (await signedInAtDesk('finance', 'Cora Queue')).visitor
  dev = (await signedInAtDesk('support', 'Dev Queue')).visitor
})

type Given = Record<string, string | string[]>

async function preview(visitor: Visitor, operation: string, input: Given): Promise<Answer> {
  const path = `/Desk/${operation.replace(' ', '/')}`
  const fields = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [formatFormName(name), value]),
  )
  return visitor.follow(await visitor.post(path, { from: path, ...fields }))
}

async function confirm(visitor: Visitor, page: Answer): Promise<Answer> {
  const [, path] = /action="(\/Desk\/Drafts\/[\w-]+)"/.exec(page.body)!
  const [, consent] = /name="consent" value="([^"]+)"/.exec(page.body)!
  return visitor.follow(await visitor.post(path!, { from: path!, consent: consent! }))
}

const act = async (visitor: Visitor, operation: string, input: Given) =>
  confirm(visitor, await preview(visitor, operation, input))

async function addWithdrawal(userId: number): Promise<number> {
  const asked = await requestWithdrawal(userId, {
    amount: paise(100_00n),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.withdrawal.id
}

/** About a withdrawal, which waits for us. */
async function addClaim(): Promise<number> {
  const userId = await memberWith(500_00n)
  const opened = await openMemberClaim(
    userId,
    { withdrawal: await addWithdrawal(userId) },
    { kind: 'question', text: 'When is it paid?' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  return opened.claim.id
}

async function quarantine(more: Record<string, string> = {}) {
  const userId = await member()
  const p1 = await click(userId)
  const raw = { p1, conversion_id: randomUUID(), sale_amount: '1,000', status: 'approved', ...more }
  expect(await sendReport(raw)).toMatchObject({ outcome: 'quarantined' })
  const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
  return { id: row!.id, userId, raw }
}

const raise = async (...members: number[]) =>
  (await db.transaction((tx) => raiseSignal(tx, { kind: 'same-destination', facts: randomUUID(), members })))!

async function readRows(): Promise<string[]> {
  const [line] = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(1)
  const rows = await db.select().from(operatorLogRows).where(eq(operatorLogRows.log_id, line!.id))
  return rows.map(({ subject, outcome }) => `${subject} ${outcome}`).sort()
}

describe('a claim in the queue', () => {
  test('has its place, and leads to the one before and after it', async () => {
    const [first, second] = [await addClaim(), await addClaim()]
    const { position, count, previous, next } = (await findPlaceOfClaim(second))!
    const page = await bea.get(`/Desk/claims/show?id=${second}`)
    expect(page.text).toContain(`${position} of ${count} claims that wait for us`)
    for (const id of [previous, next].filter((one) => one !== null))
      expect(page.body).toContain(`href="/Desk/claims/show?id=${id}"`)
    expect([previous, next]).toContain(first)
  })

  test('leads to the next one after it was answered, and no longer waits', async () => {
    const ids = [await addClaim(), await addClaim()]
    const [id] = ids as [number, number]
    const text = 'It is paid on Monday.'
    const done = await act(bea, 'claims answer', { id: String(id), kind: 'final', text })
    const { next, count } = (await findPlaceOfClaim(id))!
    expect(done.text).toContain(`Next: Claim ${next}`)
    expect(done.body).toContain(`href="/Desk/claims/show?id=${next}"`)
    expect(done.text).toContain(`${count} claim`)
    expect(done.body).toContain(`href="/Desk/claims/show?id=${id}"`)
    expect((await bea.get(`/Desk/claims/show?id=${id}`)).body).not.toContain('aria-label="Queue"')
  })

  test('that cannot be sent is chosen to be answered, and says so where it is chosen to be sent', async () => {
    const id = await addClaim()
    const queue = await dev.get('/Desk/claims')
    expect(queue.body).toMatch(new RegExp(`type="checkbox"[^>]*value="${id}"`))
    expect(queue.text).toContain('Preview: Answer claims')
    const refused = await preview(dev, 'claims send-each', { ids: [String(id)] })
    expect(refused.text).toContain(`Claim ${id} is about no order of a visit`)
  })
})

describe('rows chosen together', () => {
  test('are previewed with a line for each, and done with one press', async () => {
    const ids = [await raise(await member()), await raise(await member())].map(String)
    const list = await bea.get('/Desk/signals/list')
    for (const id of ids) expect(list.body).toMatch(new RegExp(`type="checkbox"[^>]*value="${id}"`))
    expect(list.text).toContain('Preview: Clear signals')
    const previewed = await preview(bea, 'signals clear-each', { ids, reason: 'Families' })
    expect(previewed.text).toContain('Clears 2 signals.')
    for (const id of ids) expect(previewed.text).toContain(`Clears signal ${id}`)
    const done = await confirm(bea, previewed)
    expect(done.text).toContain('Done')
    expect(done.body).toContain('href="/Desk/signals/list"')
    expect(await readRows()).toEqual(ids.map((id) => `signal ${id} done`).sort())
  })

  test('without a reason keep their choice, with the error at the reason', async () => {
    const id = await raise(await member())
    const page = await preview(bea, 'signals uphold-each', { ids: [String(id)] })
    expect(page.text).toContain('Please fill in this field.')
    expect(page.body).toMatch(new RegExp(`<textarea[^>]*name="input.ids"[^>]*>${id}<`))
  })

  test('are not offered to a role that may do nothing with them', async () => {
    await raise(await member())
    expect((await dev.get('/Desk/signals/list')).text).not.toContain('With the chosen rows')
  })

  test('of the quarantine are dismissed', async () => {
    const ids = [(await quarantine()).id, (await quarantine()).id].map(String)
    const list = await bea.get('/Desk/postbacks/list?state=quarantined')
    expect(list.text).toContain('Preview: Dismiss postbacks')
    const done = await act(bea, 'postbacks dismiss-each', { ids, reason: 'Tests' })
    expect(done.text).toContain('Does nothing about 2 postbacks.')
    expect((await bea.get('/Desk/postbacks/list?state=quarantined')).body).not.toContain(`show?id=${ids[0]}"`)
  })

  test('of offers are hidden', async () => {
    const owner = (await signedInAtDesk('owner', 'Ona Queue')).visitor
    await click(await member())
    const list = await owner.get('/Desk/catalogue/list')
    expect(list.text).toContain('Preview: Hide offers')
    const [, id] = /type="checkbox"[^>]*value="(\d+)"/.exec(list.body)!
    expect(list.body).not.toMatch(/type="checkbox"[^>]*checked/)
    const all = await owner.get('/Desk/catalogue/list?choose=all')
    expect(all.body.match(/type="checkbox"[^>]*checked/g)).toHaveLength(
      all.body.match(/class="desk-choice"/g)!.length,
    )
    expect([list.text, all.text]).toEqual([
      expect.stringContaining('Choose all, 200 at most'),
      expect.stringContaining('Choose none'),
    ])
    const done = await act(owner, 'catalogue hide-each', { ids: [id!], reason: 'The shop asked' })
    expect(done.text).toContain('Hides on all pages: 1 offer.')
  })
})

describe('a report in quarantine', () => {
  test.each(Object.entries(quarantineMessages.reasons))(
    'for %s says what it means',
    async (reason, words) => {
      const { id, raw } = await quarantine({ order_id: 'X-1' })
      await db.update(postbackInbox).set({ reason }).where(eq(postbackInbox.id, id))
      const { text } = await bea.get(`/Desk/postbacks/show?id=${id}`)
      for (const part of [words.what, words.text, words.todo]) expect(text).toContain(part)
      if (words.ask === null) expect(text).not.toContain('To write to the network')
      else
        for (const part of [words.ask, raw.conversion_id, 'Sale amount: 1,000']) expect(text).toContain(part)
    },
  )

  test('of a reason that only a later version knows says so', async () => {
    const { id } = await quarantine()
    await db.update(postbackInbox).set({ reason: 'of-later' }).where(eq(postbackInbox.id, id))
    const { text } = await bea.get(`/Desk/postbacks/show?id=${id}`)
    const { what, text: meaning, todo } = quarantineMessages.other
    for (const part of [what, meaning, todo]) expect(text).toContain(part)
  })

  test('names the member whom it concerns although it cannot be read, or that it concerns nobody', async () => {
    const { id, userId } = await quarantine()
    expect((await bea.get(`/Desk/postbacks/show?id=${id}`)).body).toContain(
      `href="/Desk/users/show?user=${userId}"`,
    )
    const nobody = await quarantine({ p1: 'nobody' })
    const { text } = await bea.get(`/Desk/postbacks/show?id=${nobody.id}`)
    expect(text).toContain(quarantineMessages.nobody)
    const p1 = await click(9)
    const guest = await quarantine({ p1 })
    expect((await bea.get(`/Desk/postbacks/show?id=${guest.id}`)).text).toContain(quarantineMessages.guest)
  })

  test('offers only what can succeed', async () => {
    const { id } = await quarantine()
    const { text } = await bea.get(`/Desk/postbacks/show?id=${id}`)
    for (const title of ['Correct the amount', 'Dismiss a postback']) expect(text).toContain(title)
    for (const title of ['Accept a postback', 'Replay postbacks']) expect(text).not.toContain(title)
  })

  test('is corrected when a second person agrees, credits once, and no longer waits', async () => {
    const { id, userId } = await quarantine()
    const next = (await quarantine()).id
    const given = { id: String(id), amount: '1000', reason: 'By mail of Monday' }
    const asked = await act(bea, 'postbacks correct', given)
    expect(asked.text).toContain('It waits for a second person')
    expect((await readWallet(userId)).available).toBe(0n)
    const previewed = await preview(cora, 'postbacks correct', given)
    expect(previewed.text).toContain(`Corrects postback ${id}: credits Rs. 50.00 to member ${userId}.`)
    // As it is before: what it would credit is not credited yet.
    expect(previewed.text).toMatch(/it would credit in full\s+Rs\. 50\.00/i)
    expect(previewed.text).not.toMatch(/its cashback now\s+Rs\. 50\.00/i)
    const done = await confirm(cora, previewed)
    expect(done.text).toContain(`Next: Postback ${next}`.slice(0, 14))
    expect((await readWallet(userId)).available).toBe(50_00n)
    expect((await bea.get('/Desk/postbacks/list?state=quarantined')).body).not.toContain(`show?id=${id}"`)
  })

  test('that is pending, of a guest or of a sale with cashback is corrected with only what it brings', async () => {
    const read = async (id: number) =>
      (await preview(bea, 'postbacks correct', { id: String(id), amount: '1000', reason: 'By mail' })).text
    const pending = await quarantine({ status: 'pending' })
    expect(await read(pending.id)).toContain(
      `Corrects postback ${pending.id}: Rs. 50.00 more is pending for member ${pending.userId}; nothing is credited.`,
    )
    const guest = await quarantine({ p1: await click(9) })
    expect(await read(guest.id)).toContain(`Corrects postback ${guest.id}; nothing is credited.`)
    const p1 = await click(await member())
    const conversion_id = randomUUID()
    await sendReport({ p1, conversion_id, sale_amount: '600', status: 'approved' })
    const more = await quarantine({ p1, conversion_id })
    expect(await read(more.id)).toContain(`Corrects postback ${more.id}: credits Rs. 20.00 to member `)
  })

  test('is not corrected without an amount', async () => {
    const { id } = await quarantine()
    const page = await preview(bea, 'postbacks correct', { id: String(id), reason: 'By mail' })
    expect(page.text).toContain('Give at least one of Amount, Commission.')
  })
})

describe('an approval', () => {
  test('leads to the next one after the second person has agreed', async () => {
    const [one, other] = [await quarantine(), await quarantine()]
    for (const { id } of [other, one])
      await act(bea, 'postbacks correct', { id: String(id), amount: '1000', reason: 'By mail' })
    const list = await cora.get('/Desk/approvals/list')
    const [, newest, older] = /approvals\/show\?id=(\d+)[^]*?approvals\/show\?id=(\d+)/.exec(list.body)!
    const page = await cora.get(`/Desk/approvals/show?id=${newest}`)
    expect(page.text).toMatch(/1 of \d+ approvals that wait/)
    const path = `/Desk/Approvals/${newest}/agree`
    const previewed = await cora.follow(await cora.post(path, { from: path }))
    const done = await confirm(cora, previewed)
    expect(done.text).toContain(`Next: Approval ${older}`)
  })
})

test('a stranger whom a signal names is on its page, and is not chosen at first', async () => {
  const [thief, victim] = [await member(), await member()]
  const id = await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'claimed-order', facts: randomUUID(), members: [thief], named: [victim] }),
  )
  const { body } = await bea.get(`/Desk/signals/show?id=${id}`)
  const findBox = (member: number) =>
    new RegExp(`<input type="checkbox"[^>]*value="${member}"[^>]*>`).exec(body)![0]
  expect(findBox(thief)).toContain('checked=""')
  expect(findBox(victim)).not.toContain('checked=""')
})

test('a ring is on one page: what ties it, its accounts with their money, and its withdrawals', async () => {
  const [a, b, c] = [await memberWith(300_00n), await memberWith(200_00n), await member()]
  const withdrawal = await addWithdrawal(a)
  const first = await raise(a, b)
  const second = await raise(b, c)
  const page = await bea.get(`/Desk/signals/show?id=${first}`)
  for (const title of ['What ties them', 'Accounts', 'Requested withdrawals'])
    expect(page.text).toContain(title)
  for (const id of [a, b, c]) expect(page.body).toContain(`href="/Desk/users/show?user=${id}"`)
  expect(page.body).toContain(`href="/Desk/signals/show?id=${second}"`)
  for (const amount of ['Rs. 200.00', 'Rs. 100.00']) expect(page.text).toContain(amount)
  const checked = [
    ...page.body.matchAll(/type="checkbox"[^>]*value="(\d+)"[^>]*checked=""|checked=""[^>]*value="(\d+)"/g),
  ]
  expect(checked.length).toBeGreaterThanOrEqual(6)

  const members = [a, b, c].map(String)
  expect((await act(bea, 'users hold-each', { ids: members, reason: 'of a check' })).text).toContain(
    '3 members.',
  )
  expect(await readRows()).toEqual(members.map((id) => `member ${id} done`).sort())
  await act(bea, 'withdrawals refuse-each', { ids: [String(withdrawal)], reason: 'One person' })
  expect((await readWallet(a)).onItsWay).toBe(0n)
  await act(bea, 'signals uphold-each', { ids: [first, second].map(String), reason: 'One person' })
  const upheld = await db.select().from(signals).where(eq(signals.id, second))
  expect(upheld[0]!.upheld_at).not.toBeNull()
  const [held] = await db.select().from(users).where(eq(users.id, c))
  expect(held!.payout_hold_until).not.toBeNull()
  expect((await bea.get(`/Desk/signals/show?id=${first}`)).text).toContain('upheld')
})
