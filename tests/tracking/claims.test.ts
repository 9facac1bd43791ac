/** Claims on the real inbox and ledger: what may be opened, and that an order is credited once (docs/rules.md#55). */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { claimProofs, claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { conversions } from '~/platform/db/schema/conversions'
import { paise } from '~/platform/formats/money'
import { listSignals } from '~/domain/signals/review.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { addProof, openProof } from '~/domain/tracking/claim-proofs.server'
import {
  settleByGoodwill,
  answerClaim,
  declineClaim,
  sendClaim,
  writeToClaimant,
} from '~/domain/tracking/claim-decisions.server'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import type { NewClaim } from '~/domain/tracking/claims/check-subject.server'
import { openMemberClaim, appealClaim, writeMessage } from '~/domain/tracking/member-claims.server'
import { findMemberClaim } from '~/domain/tracking/read-claims.server'
import { resolveAccepted } from '~/domain/tracking/quarantine.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import { listNotifications } from '../support/notifications'
import { sendReport } from '../support/reports'
import { changeSettings } from '../support/settings'
import { click, member, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('claims credit', 'claims send', 'postbacks', 'signals', 'stores'))

let serial = 0

interface Visit {
  user: number
  clickId: string
  number: string
}

/** A visit of four days ago, at 5 %. */
async function visit(
  of: { user?: number; facts?: Parameters<typeof click>[1]; days?: number } = {},
): Promise<Visit> {
  const user = of.user ?? (await member())
  const clickId = await click(user, of.facts)
  const [row] = await db
    .update(clicks)
    .set({ created_at: sql`now() - make_interval(days => ${of.days ?? 4})` })
    .where(eq(clicks.id, clickId))
    .returning({ seq: clicks.seq })
  return { user, clickId, number: formatVisitNumber(row!.seq) }
}

const PDF = Buffer.from('%PDF-1.7 an invoice')
const listProofs = ({ user }: Visit) => db.select().from(claimProofs).where(eq(claimProofs.user_id, user))
const listClaimsOf = ({ user }: Visit) => db.select().from(claims).where(eq(claims.user_id, user))

const order = () => `OD-${++serial}-77`

const open = (of: Visit, given: Partial<NewClaim> = {}) =>
  openMemberClaim(
    of.user,
    { visit: of.number },
    { kind: 'missing', text: 'It is missing', orderNumber: order(), ...given },
  )

async function opened(of: Visit, given: Partial<NewClaim> = {}) {
  const answer = await open(of, given)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.claim
}

const credit = (
  id: number,
  rupees: number,
  more: { saleId?: number; orderNumber?: string; isAnotherOrder?: boolean } = {},
) => creditClaim(id, { amount: paise(BigInt(rupees) * 100n), text: 'Confirmed', ...more })

async function send(of: Visit, raw: Record<string, string>) {
  const { reason, outcome } = await sendReport({ p1: of.clickId, status: 'approved', ...raw })
  return reason ?? outcome
}

/** Without the visits of the test, which were made older. */
const listDefects = async () => (await findDefects()).filter(({ subject }) => !subject.startsWith('clicks '))

const balance = async ({ user }: Visit) => (await readWallet(user)).available
const sales = (of: Visit) =>
  db.select().from(conversions).where(eq(conversions.click_id, of.clickId)).orderBy(conversions.id)
const findStore = (of: Visit) =>
  sql`(SELECT c.brand_id FROM campaigns c JOIN clicks k ON k.campaign_id = c.id WHERE k.id = ${of.clickId})`

/** Another visit to the store of this one. */
async function visitSameStore(of: Visit, user?: number): Promise<Visit> {
  const other = await visit({ ...(user !== undefined && { user }) })
  await db.execute(
    sql`UPDATE campaigns SET brand_id = ${findStore(of)} WHERE id = (SELECT campaign_id FROM clicks WHERE id = ${other.clickId})`,
  )
  return other
}

describe('a claim', () => {
  test('is open from 72 hours to 45 days after the visit', async () => {
    expect(await open(await visit({ days: 2 }))).toMatchObject({ ok: false, reason: 'too-early' })
    expect(await open(await visit({ days: 46 }))).toMatchObject({ ok: false, reason: 'too-late' })
    expect(await open(await visit({ days: 44 }))).toMatchObject({ ok: true })
  })

  test('promises an answer within CLAIM_ANSWER_DAYS', async () => {
    await changeSettings({ CLAIM_ANSWER_DAYS: '10' })
    const { answer_by } = await opened(await visit())
    await changeSettings({ CLAIM_ANSWER_DAYS: '45' })
    const days = (answer_by.getTime() - Date.now()) / 86_400_000
    expect(days > 10 && days <= 11).toBe(true)
  })

  test('is stored with its file, and the file is not counted as a later word', async () => {
    const of = await visit()
    const { id } = await opened(of, { proof: PDF })
    const [proof] = await listProofs(of)
    expect(proof).toMatchObject({ claim_id: id, media: 'pdf', size: PDF.length })
    expect((await openProof(proof!.id, of.user))!.bytes).toEqual(PDF)
    expect(await addProof(of.user, id, PDF), 'the same file again is no second one').toMatchObject({
      ok: true,
    })
    expect(await listProofs(of)).toHaveLength(1)
    expect(await listDefects()).toEqual([])
  })

  test.each([
    ['no-file', Buffer.alloc(0)],
    ['other-type', Buffer.from('GIF89a')],
    ['too-large', Buffer.alloc(LARGEST_FILE + 1, '%PDF-')],
  ])('is not made when its file is refused: %s', async (reason, proof) => {
    const of = await visit()
    expect(await open(of, { proof })).toEqual({ ok: false, reason })
    expect(await listClaimsOf(of)).toEqual([])
    expect(await listProofs(of)).toEqual([])
  })

  test('is not made when its file is the 21st of 90 days, and without it is', async () => {
    const of = await visit()
    const { id } = await opened(await visit({ user: of.user }))
    await db.execute(sql`
      INSERT INTO claim_proofs (claim_id, user_id, media, size, sha256, sealed)
      SELECT ${id}, ${of.user}, 'pdf', 1, 'planted ' || n, '' FROM generate_series(1, 20) n`)
    expect(await open(of, { proof: PDF })).toEqual({ ok: false, reason: 'too-many-lately' })
    expect(await listClaimsOf(of)).toHaveLength(1)
    expect(await open(of)).toMatchObject({ ok: true })
  })

  test('that is refused leaves no file, and one whose file cannot be stored leaves no claim', async () => {
    const early = await visit({ days: 2 })
    expect(await open(early, { proof: PDF })).toMatchObject({ ok: false, reason: 'too-early' })
    expect(await listProofs(early)).toEqual([])
    const of = await visit()
    await db.execute(sql`ALTER TABLE claim_proofs RENAME COLUMN sealed TO sealed_lost`)
    try {
      await expect(open(of, { proof: PDF })).rejects.toThrow(/claim_proofs/)
    } finally {
      await db.execute(sql`ALTER TABLE claim_proofs RENAME COLUMN sealed_lost TO sealed`)
    }
    expect(await listClaimsOf(of)).toEqual([])
  })

  test('sent eight times at once is one, with one file', async () => {
    const of = await visit()
    const given = { orderNumber: order(), proof: PDF }
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(of, given)))
    const [claim] = await listClaimsOf(of)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array(7).fill({ ok: false, reason: 'exists', claimId: claim!.id }),
    )
    expect(await listProofs(of)).toHaveLength(1)
  })

  test('of a store that counts no app orders is refused for one', async () => {
    const of = await visit()
    expect(await open(of, { isAppOrder: true })).toMatchObject({ ok: true })
    const other = await visit()
    await db
      .update(brands)
      .set({ app_orders: false })
      .where(sql`id = ${findStore(other)}`)
    expect(await open(other, { isAppOrder: true })).toEqual({ ok: false, reason: 'app-order' })
  })

  test('of another person’s visit is not found', async () => {
    const of = await visit()
    expect(await open({ ...of, user: await member() })).toEqual({ ok: false, reason: 'not-found' })
  })

  test('of a visit is one, and a second one names the first; a question is apart', async () => {
    const of = await visit()
    const { id } = await opened(of)
    expect(await open(of)).toEqual({ ok: false, reason: 'exists', claimId: id })
    expect(await open(of, { kind: 'question' })).toMatchObject({ ok: true })
  })

  test('is refused above five open ones of a member, also at once', async () => {
    const user = await member()
    const visits = await Promise.all(Array.from({ length: 7 }, () => visit({ user })))
    const answers = await Promise.all(visits.map((of) => open(of)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'too-many-open' })
  })

  test('of an order that another member claimed waits with the other one for the network’s report, and blocks neither', async () => {
    const of = await visit()
    const number = order()
    const first = await opened(of, { orderNumber: number })
    const other = await visitSameStore(of)
    const second = await opened(other, { orderNumber: number.toLowerCase().replaceAll('-', ' ') })
    const [signal] = await listSignals({ kind: 'claimed-order', member: other.user }, { limit: 5 })
    expect(signal!.members.map(({ about }) => about)).toEqual([false, false])
    for (const { user } of [of, other])
      expect((await findBlockers(db, [user])).get(user)).toMatchObject({ hasSignal: false })
    for (const { id } of [first, second])
      expect(await credit(id, 1000)).toEqual({ ok: false, reason: 'order-reported' })
    expect(await declineClaim(second.id, 'not-real', 'No such order')).toMatchObject({ ok: true })
    expect(await credit(first.id, 1000)).toMatchObject({ ok: true })
  })

  test('of an order that a network reported for another member is refused, with a signal about who claims it', async () => {
    const of = await visit()
    const number = order()
    await send(of, { conversion_id: order(), txn_id: number, sale_amount: '1000' })
    const other = await visitSameStore(of)
    expect(await open(other, { orderNumber: number })).toEqual({ ok: false, reason: 'order-taken' })
    for (const [{ user }, hasSignal] of [
      [of, false],
      [other, true],
    ] as const)
      expect((await findBlockers(db, [user])).get(user)).toMatchObject({ hasSignal })
  })

  test('takes five messages a day, and one appeal', async () => {
    const of = await visit()
    const { id } = await opened(of)
    for (let n = 0; n < 3; n++) expect(await writeMessage(of.user, id, 'More')).toMatchObject({ ok: true })
    expect(await appealClaim(of.user, id, 'No')).toMatchObject({ reason: 'no-appeal' })
    expect(await sendClaim(id)).toMatchObject({ ok: true })
    expect(await declineClaim(id, 'code', 'The code was not theirs')).toMatchObject({ ok: true })
    expect(await appealClaim(of.user, id, 'It was')).toMatchObject({ ok: true })
    expect(await writeMessage(of.user, id, 'Sixth')).toMatchObject({ reason: 'too-many-today' })
    await declineClaim(id, null, 'It was not')
    expect(await appealClaim(of.user, id, 'Again')).toMatchObject({ reason: 'no-appeal' })
    const found = await findMemberClaim(of.user, id)
    expect(found!.messages.map(({ step }) => step).filter(Boolean)).toEqual([
      'received',
      'sent',
      'declined',
      'received',
      'declined',
    ])
    expect(await findMemberClaim(await member(), id)).toBeNull()
    expect((await listNotifications(of.user)).map(({ title }) => title)).toEqual([
      'Claim declined',
      'Appeal received',
      'Claim declined',
      'Claim sent',
    ])
    expect(await answerClaim(id, 'Done')).toMatchObject({ ok: false, reason: 'other-state' })
  })
})

test('an interim answer leaves a claim in its state, and it can still be sent to the store', async () => {
  const of = await visit()
  const { id } = await opened(of)
  const read = async () => (await findMemberClaim(of.user, id))!
  expect(await writeToClaimant(id, 'We look into it')).toMatchObject({
    ok: true,
    claim: { state: 'received', waits_for_us: true, ended_at: null },
  })
  expect(await sendClaim(id)).toMatchObject({ ok: true, claim: { state: 'sent' } })
  await writeMessage(of.user, id, 'Any news?')
  expect(await writeToClaimant(id, 'Not yet')).toMatchObject({
    ok: true,
    claim: { state: 'sent', waits_for_us: false },
  })
  expect((await read()).state).toBe('sent')
  expect((await listNotifications(of.user)).map(({ title }) => title)).toEqual([
    'New message',
    'Claim sent',
    'New message',
  ])
  await declineClaim(id, null, 'No')
  expect(await writeToClaimant(id, 'Late')).toMatchObject({ ok: false, reason: 'other-state' })
})

describe('the claim of an account that is deleted', () => {
  const leave = (user: number) => closeAccount(user, { forfeit: true })

  test('takes nothing more from anybody', async () => {
    const of = await visit()
    const { id } = await opened(of)
    await answerClaim(id, 'The store looks into it')
    expect(await leave(of.user)).toEqual({ ok: true })
    const left = { ok: false, reason: 'deleted' }
    expect(await answerClaim(id, 'Done')).toEqual(left)
    expect(await declineClaim(id, null, 'No')).toEqual(left)
    expect(await credit(id, 1000)).toEqual(left)
    expect(await settleByGoodwill(id, { adjustmentId: 1, text: 'A gift' })).toEqual(left)
    const gone = { ok: false, reason: 'not-found' }
    expect(await writeMessage(of.user, id, 'More')).toEqual(gone)
    expect(await appealClaim(of.user, id, 'Again')).toEqual(gone)
    expect(await open(of, { kind: 'question' })).toEqual(gone)
    expect(await addProof(of.user, id, Buffer.from('%PDF-1'))).toEqual(gone)
  })

  test('keeps no word that is written at the same time', async () => {
    for (let n = 0; n < 8; n++) {
      const of = await visit()
      const { id } = await opened(of)
      await declineClaim(id, null, 'No')
      await Promise.all([
        writeMessage(of.user, id, 'More'),
        appealClaim(of.user, id, 'Again'),
        answerClaim((await opened(await visit({ user: of.user }))).id, 'Done'),
        leave(of.user),
      ])
      const rows = await db.execute<{ body: string; state: string }>(
        sql`SELECT m.body, l.state FROM claims l JOIN claim_messages m ON m.claim_id = l.id WHERE l.user_id = ${of.user}`,
      )
      expect(new Set(rows.map(({ body }) => body))).toEqual(new Set(['']))
      expect(rows.filter(({ state }) => state === 'received')).toEqual([])
    }
  })
})

describe('the credit of a claim', () => {
  test('is a sale at the rate and cap of the visit, with the referral reward', async () => {
    const friend = await member()
    const of = await visit({ user: await member(friend), facts: { cap_paise: 40_00n } })
    const { id } = await opened(of)
    expect(await credit(id, 1000)).toMatchObject({ ok: true, cashback: 40_00n })
    expect([await balance(of), (await readWallet(friend)).available]).toEqual([40_00n, 8_00n])
    expect(await credit(id, 1000)).toMatchObject({ ok: false, reason: 'other-state' })
    expect(await listDefects()).toEqual([])
  })

  test('is held as that of any other sale, and taken back by an end', async () => {
    await changeSettings({ HOLDING_DAYS: '30' })
    const of = await visit()
    const { id, order_number } = await opened(of)
    await credit(id, 1000)
    await changeSettings({ HOLDING_DAYS: '0' })
    expect((await sales(of))[0]!.withdrawable_at).not.toBeNull()
    expect(await send(of, { conversion_id: order(), txn_id: order_number!, status: 'rejected' })).toBe(
      'applied',
    )
    expect(await balance(of)).toBe(0n)
    expect(await listDefects()).toEqual([])
  })

  const LATER: [title: string, raw: Record<string, string>, verdict: string, rupees: number][] = [
    ['the same amount posts nothing', { sale_amount: '1000' }, 'repeat', 50],
    ['a higher one posts the difference', { sale_amount: '1500' }, 'applied', 75],
    ['a lower one waits for a person', { sale_amount: '800' }, 'below-claim', 50],
    ['a pending one is stale', { sale_amount: '1000', status: 'pending' }, 'stale', 50],
    ['one without an order number waits', { sale_amount: '1000', txn_id: '' }, 'after-claim', 50],
    ['one with another order number waits', { sale_amount: '300', txn_id: 'OTHER-1' }, 'after-claim', 50],
    ['an end without the order number waits', { status: 'rejected', txn_id: '' }, 'after-claim', 50],
  ]
  test.each(LATER)('of an order reported later: %s', async (_, raw, verdict, rupees) => {
    const of = await visit()
    const { id, order_number } = await opened(of)
    await credit(id, 1000)
    expect(await send(of, { conversion_id: order(), txn_id: order_number!, ...raw })).toBe(verdict)
    expect(await balance(of)).toBe(BigInt(rupees) * 100n)
    expect(await listDefects()).toEqual([])
  })

  test('is set against the first report of its order alone', async () => {
    const of = await visit()
    const { id, order_number } = await opened(of)
    await credit(id, 1000)
    const [first, second] = [order(), order()]
    await send(of, { conversion_id: first, txn_id: order_number!.toUpperCase(), sale_amount: '1000' })
    expect(await send(of, { conversion_id: second, txn_id: 'NEXT', sale_amount: '200' })).toBe('applied')
    expect(await balance(of)).toBe(60_00n)
    expect((await sales(of)).map(({ conversion_id }) => conversion_id)).toEqual([first, second])
    const [claim] = await db.select().from(claims).where(eq(claims.id, id))
    expect(claim!.awaits_report).toBe(false)
  })

  test('is decided by a person where a report may be about it', async () => {
    const of = await visit()
    const { id } = await opened(of)
    await credit(id, 1000)
    await send(of, { conversion_id: order(), sale_amount: '1200' })
    const waiting = () =>
      db.execute<{ id: string }>(
        sql`SELECT id FROM postback_inbox WHERE click_id = ${of.clickId} AND reason = 'after-claim' AND resolved_at IS NULL`,
      )
    const [{ id: postback } = { id: '0' }] = await waiting()
    const [sale] = await sales(of)
    expect(await resolveAccepted(Number(postback), 'The same', 'up-to-cap', sale!.id)).toMatchObject({
      ok: true,
    })
    expect(await balance(of)).toBe(60_00n)
    expect(await sales(of)).toHaveLength(1)
    expect(await listDefects()).toEqual([])
  })

  test('of a wrong amount raises the known sale, and its network’s old amount changes nothing', async () => {
    const of = await visit()
    const raw = { conversion_id: order(), txn_id: order(), sale_amount: '400' }
    await send(of, raw)
    const [sale] = await sales(of)
    const { id } = await opened(of, { kind: 'wrong-amount', orderNumber: raw.txn_id })
    expect(await credit(id, 300, { saleId: sale!.id })).toEqual({ ok: false, reason: 'no-more' })
    expect(await credit(id, 1000, { saleId: sale!.id })).toMatchObject({ ok: true, cashback: 30_00n })
    expect(await send(of, raw)).toBe('below-claim')
    expect(await send(of, { ...raw, sale_amount: '1000' })).toBe('repeat')
    expect(await balance(of)).toBe(50_00n)
    expect(await sales(of)).toHaveLength(1)
    expect(await listDefects()).toEqual([])
  })

  test('is refused for an order that a network has reported, for any visit', async () => {
    const of = await visit()
    const { id, order_number } = await opened(of)
    await send(of, { conversion_id: order(), txn_id: order_number!, sale_amount: '1000' })
    expect(await credit(id, 1000)).toEqual({ ok: false, reason: 'order-reported' })
    const other = await visit()
    const claim = await opened(other)
    const sold = await visitSameStore(other)
    await send(sold, { conversion_id: order(), txn_id: claim.order_number!, sale_amount: '1000' })
    expect(await credit(claim.id, 1000)).toEqual({ ok: false, reason: 'order-reported' })
  })

  const SPELLINGS: [title: string, claimed: (reported: string) => string][] = [
    ['in lower case', (reported) => reported.toLowerCase()],
    ['without hyphens', (reported) => reported.replaceAll('-', '')],
    ['with a sign before it', (reported) => `# ${reported}`],
  ]
  test.each(SPELLINGS)('is one with each later report, with the number %s', async (_, spell) => {
    const of = await visit()
    const reported = order()
    const { id } = await opened(of, { orderNumber: spell(reported) })
    await credit(id, 1000)
    const raw = { txn_id: reported, sale_amount: '1000' }
    expect([await send(of, raw), await send(of, raw)]).toEqual(['repeat', 'repeat'])
    expect(await sales(of)).toHaveLength(1)
    expect(await balance(of)).toBe(50_00n)
    expect(await listDefects()).toEqual([])
  })

  const OTHER_VISITS = SPELLINGS.flatMap(([title, spell]) =>
    (['this', 'another'] as const).map((whose) => [whose, title, spell] as const),
  )
  test.each(OTHER_VISITS)(
    'keeps a report for another visit of %s member waiting, with the number %s',
    async (whose, _, spell) => {
      const of = await visit()
      const sold = await visitSameStore(of, whose === 'this' ? of.user : undefined)
      const reported = order()
      const { id } = await opened(of, { orderNumber: spell(reported) })
      await credit(id, 1000)
      const raw = { txn_id: reported, sale_amount: '1000' }
      expect(await send(sold, { ...raw, conversion_id: order() })).toBe('item-or-correction')
      expect(await send(sold, raw)).toBe('item-or-correction')
      expect(await balance(of)).toBe(50_00n)
      expect(await sales(sold)).toEqual([])
      expect(await listDefects()).toEqual([])
    },
  )

  test.each(OTHER_VISITS)(
    'is refused for an order reported for another visit of %s member, with the number %s',
    async (whose, _, spell) => {
      const of = await visit()
      const sold = await visitSameStore(of, whose === 'this' ? of.user : undefined)
      const reported = order()
      const { id } = await opened(of, { orderNumber: spell(reported) })
      await send(sold, { conversion_id: order(), txn_id: reported, sale_amount: '1000' })
      expect(await credit(id, 1000)).toEqual({ ok: false, reason: 'order-reported' })
      expect(await open(await visitSameStore(of, of.user), { orderNumber: spell(reported) })).toMatchObject({
        ok: false,
      })
      const late = await visitSameStore(of)
      expect(await open(late, { orderNumber: spell(order()) })).toMatchObject({ ok: true })
    },
  )

  test('keeps a report for another visit waiting also after its own was set against it', async () => {
    const of = await visit()
    const sold = await visitSameStore(of)
    const { id, order_number } = await opened(of)
    await credit(id, 1000)
    const raw = { txn_id: order_number!, sale_amount: '1000' }
    expect(await send(of, { ...raw, conversion_id: order() })).toBe('repeat')
    expect(await send(sold, { ...raw, conversion_id: order() })).toBe('item-or-correction')
    expect(await send(of, { ...raw, conversion_id: order(), sale_amount: '200' })).toBe('applied')
    expect(await balance(sold)).toBe(0n)
    expect(await listDefects()).toEqual([])
  })

  test('is not refused for the same number of another network at another store', async () => {
    const of = await visit({ facts: { network: 'tune' } })
    const elsewhere = await visit()
    const { id, order_number } = await opened(of)
    await send(elsewhere, { conversion_id: order(), txn_id: order_number!, sale_amount: '1000' })
    expect(await credit(id, 1000)).toMatchObject({ ok: true })
    expect(await listDefects()).toEqual([])
  })

  test('with another order number than the claim’s takes that one, and frees the first', async () => {
    const of = await visit()
    const { id, order_number } = await opened(of)
    const right = order()
    expect(await credit(id, 1000, { orderNumber: right })).toMatchObject({ ok: true })
    const late = await opened(await visitSameStore(of), { orderNumber: right })
    expect(await credit(late.id, 1000)).toEqual({ ok: false, reason: 'order-reported' })
    expect(await open(await visitSameStore(of), { orderNumber: order_number! })).toMatchObject({ ok: true })
    expect(await send(of, { conversion_id: order(), txn_id: right.toLowerCase(), sale_amount: '1000' })).toBe(
      'repeat',
    )
    expect(await listDefects()).toEqual([])
  })

  test('is refused where the order is a guest’s sale, without a signal about the guest', async () => {
    const of = await visit()
    const sold = await visitSameStore(of, 9)
    const number = order()
    await send(sold, { conversion_id: order(), txn_id: number, sale_amount: '1000' })
    expect(await open(of, { orderNumber: number })).toMatchObject({ ok: false })
    expect(await listSignals({ kind: 'claimed-order', member: 9 }, { limit: 5 })).toEqual([])
  })

  describe('of a visit that has a sale', () => {
    const report = (given: Record<string, string> = {}) => ({
      conversion_id: order(),
      txn_id: order(),
      sale_amount: '1000',
      ...given,
    })

    const OPEN: [title: string, raw: Record<string, string>][] = [
      ['approved with another number', {}],
      ['pending with another number', { status: 'pending' }],
      ['pending without a number, of the same amount', { status: 'pending', txn_id: '' }],
      ['approved with another amount', { sale_amount: '700' }],
    ]
    test.each(OPEN)('is refused beside one %s, and names it', async (_, raw) => {
      const of = await visit()
      const { id } = await opened(of)
      await send(of, report(raw))
      const [sale] = await sales(of)
      expect(await credit(id, 1000)).toMatchObject({
        ok: false,
        reason: 'sale-of-visit',
        sales: [{ id: sale!.id, isOfVisit: true }],
      })
      expect(await sales(of)).toEqual([sale])
      expect(await listDefects()).toEqual([])
    })

    test('is refused for one of several orders, too', async () => {
      const of = await visit()
      await send(of, report())
      const { id } = await opened(of, { kind: 'other-order' })
      expect(await credit(id, 1000)).toMatchObject({ ok: false, reason: 'sale-of-visit' })
    })

    test('is made beside an ended sale, and as another order beside an open one', async () => {
      for (const [raw, more] of [
        [{ status: 'rejected' }, {}],
        [{}, { isAnotherOrder: true }],
        [{ status: 'pending', txn_id: '' }, { isAnotherOrder: true }],
      ] as const) {
        const of = await visit()
        const { id } = await opened(of)
        await send(of, report(raw))
        expect(await credit(id, 1000, more)).toMatchObject({ ok: true, known: null, cashback: 50_00n })
        expect(await sales(of)).toHaveLength(2)
      }
      expect(await listDefects()).toEqual([])
    })

    test('as another order is refused under the number of its sale, also of an ended one', async () => {
      for (const status of ['approved', 'rejected']) {
        const of = await visit()
        const { id, order_number } = await opened(of)
        await send(of, report({ status, txn_id: order_number!.toLowerCase() }))
        expect(await credit(id, 1000, { isAnotherOrder: true })).toEqual({
          ok: false,
          reason: 'order-reported',
        })
      }
    })

    test('approves the pending sale that it names, and takes the number of its network', async () => {
      const of = await visit()
      const { id } = await opened(of)
      const raw = report({ status: 'pending' })
      await send(of, raw)
      const [sale] = await sales(of)
      expect(await credit(id, 1000, { saleId: sale!.id })).toMatchObject({
        ok: true,
        known: { id: sale!.id, status: 'pending' },
        cashback: 50_00n,
      })
      const [claim] = await db.select().from(claims).where(eq(claims.id, id))
      expect(claim!.order_key).toBe(raw.txn_id.toUpperCase().replaceAll('-', ''))
      expect(await send(of, { ...raw, status: 'approved' })).toBe('repeat')
      expect(await sales(of)).toHaveLength(1)
      expect(await balance(of)).toBe(50_00n)
      expect(await listDefects()).toEqual([])
    })

    test('approves a pending sale without any number that it names', async () => {
      const of = await visit()
      const { id } = await opened(of)
      await send(of, { sale_amount: '1000', status: 'pending' })
      const [sale] = await sales(of)
      expect(await credit(id, 1000, { saleId: sale!.id })).toMatchObject({ ok: true, cashback: 50_00n })
      expect(await sales(of)).toHaveLength(1)
      expect(await balance(of)).toBe(50_00n)
      expect(await listDefects()).toEqual([])
    })

    test('names no ended sale', async () => {
      const of = await visit()
      const { id } = await opened(of)
      await send(of, report({ status: 'rejected' }))
      const [sale] = await sales(of)
      expect(await credit(id, 1000, { saleId: sale!.id })).toMatchObject({ ok: false, reason: 'sale-ended' })
    })

    test('of another visit of the member with the same amount is refused until it is said to be another order', async () => {
      const of = await visit()
      const { id } = await opened(of)
      const second = await visitSameStore(of, of.user)
      await send(second, report({ txn_id: '' }))
      const [sale] = await sales(second)
      expect(await credit(id, 1000)).toMatchObject({
        ok: false,
        reason: 'like-sale',
        sales: [{ id: sale!.id, isOfVisit: false }],
      })
      expect(await credit(id, 900)).toMatchObject({ ok: true })
      const third = await visitSameStore(of, of.user)
      expect(await credit((await opened(third)).id, 1000, { isAnotherOrder: true })).toMatchObject({
        ok: true,
      })
      expect(await listDefects()).toEqual([])
    })

    test('counts no sale of another member or another store', async () => {
      const of = await visit()
      const { id } = await opened(of)
      await send(await visitSameStore(of), report())
      await send(await visit({ user: of.user }), report())
      expect(await credit(id, 1000)).toMatchObject({ ok: true })
    })
  })

  test('is refused above a limit, with an open signal, and while a report of the visit waits', async () => {
    const of = await visit()
    const { id } = await opened(of)
    expect(await credit(id, 300_000)).toEqual({
      ok: false,
      reason: 'not-applied',
      because: 'over-sale-limit',
    })
    await send(of, { conversion_id: order(), sale_amount: 'ten' })
    expect(await credit(id, 1000)).toMatchObject({ ok: false, reason: 'report-waits' })
    const other = await visit()
    const claim = await opened(other)
    await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'click-burst', facts: `of ${other.user}`, members: [other.user] }),
    )
    expect(await credit(claim.id, 1000)).toEqual({ ok: false, reason: 'signal-open' })
    expect([await balance(of), await balance(other)]).toEqual([0n, 0n])
    expect(await listDefects()).toEqual([])
  })
})

describe('races', () => {
  const round = async (rounds: number, work: () => Promise<void>) => {
    for (let n = 0; n < rounds; n++) await work()
  }

  test('a claim is credited once by two operators at once', () =>
    round(10, async () => {
      const of = await visit()
      const { id } = await opened(of)
      const answers = await Promise.all([credit(id, 1000), credit(id, 1000)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await balance(of)).toBe(50_00n)
    }))

  test('a credit and a late report of its order credit it once', async () => {
    await round(15, async () => {
      const of = await visit()
      const { id, order_number } = await opened(of)
      const conversion_id = order()
      await Promise.all([
        credit(id, 1000),
        send(of, { conversion_id, txn_id: order_number!, sale_amount: '1000' }),
      ])
      expect(await balance(of)).toBe(50_00n)
      expect(await sales(of)).toHaveLength(1)
    })
    expect(await listDefects()).toEqual([])
  })

  test('a credit and a report of its visit under another number credit one of both', async () => {
    const ends = new Set<string>()
    await round(20, async () => {
      const of = await visit()
      const { id } = await opened(of)
      const [credited, verdict] = await Promise.all([
        credit(id, 1000),
        send(of, { conversion_id: order(), txn_id: order(), sale_amount: '1000' }),
      ])
      ends.add(`${credited.ok ? 'credited' : credited.reason}, ${verdict}`)
      expect(await sales(of)).toHaveLength(1)
      expect(await balance(of)).toBe(50_00n)
    })
    for (const end of ends)
      expect(['credited, after-claim', 'sale-of-visit, applied', 'report-waits, applied']).toContain(end)
    expect(await listDefects()).toEqual([])
  })

  test('a credit and a report of its order for another member credit one of both', async () => {
    const ends = new Set<string>()
    await round(20, async () => {
      const of = await visit()
      const sold = await visitSameStore(of)
      const reported = order()
      const { id } = await opened(of, { orderNumber: reported.toLowerCase().replaceAll('-', ' ') })
      const [credited, verdict] = await Promise.all([
        credit(id, 1000),
        send(sold, { conversion_id: order(), txn_id: reported, sale_amount: '1000' }),
      ])
      ends.add(`${credited.ok ? 'credited' : credited.reason}, ${verdict}`)
      expect([await balance(of), await balance(sold)].toSorted()).toEqual([0n, 50_00n])
    })
    for (const end of ends) expect(['credited, item-or-correction', 'order-reported, applied']).toContain(end)
    expect(await listDefects()).toEqual([])
  })

  test('two claims cannot be credited for one order at once', () =>
    round(10, async () => {
      const of = await visit()
      const other = await visitSameStore(of)
      const [one, two] = [await opened(of), await opened(other)]
      const orderNumber = order()
      const answers = await Promise.all([
        credit(one.id, 1000, { orderNumber }),
        credit(two.id, 1000, { orderNumber }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        reason: expect.stringMatching(/order-reported|not-applied/),
      })
    }))

  test('of two orders of a visit the claimed one is credited once, and the other waits or is its own sale', async () => {
    await round(15, async () => {
      const of = await visit()
      const { id, order_number } = await opened(of)
      await Promise.all([
        credit(id, 1000),
        send(of, { conversion_id: order(), txn_id: order_number!, sale_amount: '1000' }),
        send(of, { conversion_id: order(), txn_id: 'SECOND', sale_amount: '200' }),
      ])
      const rows = await sales(of)
      expect(rows.filter((row) => row.order_number === order_number)).toHaveLength(1)
      expect([50_00n, 60_00n, 10_00n]).toContain(await balance(of))
      expect(await balance(of)).toBe(rows.reduce((sum, row) => sum + row.granted_paise, 0n))
    })
    expect(await listDefects()).toEqual([])
  })

  test('two members who claim one order at once both wait, under one signal', async () => {
    const of = await visit()
    const other = await visitSameStore(of)
    const number = order()
    const answers = await Promise.all([
      open(of, { orderNumber: number }),
      open(other, { orderNumber: number }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    const signals = await listSignals({ kind: 'claimed-order', member: of.user }, { limit: 5 })
    expect(signals.map(({ members }) => members.length)).toEqual([2])
  })
})
