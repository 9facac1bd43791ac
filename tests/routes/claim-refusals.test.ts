/** What claims refuse: each text at its place, and what was typed stays. */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { DECLINE_REASONS } from '~/platform/config/network'
import { brands } from '~/platform/db/schema/catalogue'
import { moneyMessages } from '~/messages/money'
import { declineClaim } from '~/domain/tracking/claim-decisions.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import type { Message } from '~/messages/message'
import { sendClaimForm, sendProof, visitAgain, visitor, type Visit } from '../support/claiming'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'

const { claims, declineReasons } = moneyMessages

let serial = 0
const order = () => `REFUSED-${++serial}`

async function open(of: Omit<Visit, 'visitor'>, orderNumber = order()): Promise<string> {
  const answer = await openMemberClaim(
    of.id,
    { visit: of.number },
    { kind: 'missing', text: 'It is missing', orderNumber },
  )
  if (!answer.ok) throw new Error(answer.reason)
  return `/Account/Claims/${answer.claim.id}`
}

async function sell(of: Omit<Visit, 'visitor'>, order_number: string): Promise<void> {
  const raw = {
    p1: of.clickId,
    conversion_id: order_number,
    txn_id: order_number,
    sale_amount: '100',
    status: 'approved',
  }
  await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
    throw error
  })
}

describe('the form of a new claim keeps what was typed', () => {
  const send = async (of: Visit, fields: Record<string, string>) => {
    const typed = { order_number: order(), text: 'My own words', ...fields }
    const { text, body } = await of.visitor.follow(await sendClaimForm(of, typed))
    expect(body).toContain(`>${typed.text}</textarea>`)
    expect(body).toContain(`value="${typed.order_number}"`)
    return text
  }
  const CASES: [
    text: Message | string,
    prepare: () => Promise<{ of: Visit; fields?: Record<string, string> }>,
  ][] = [
    [
      claims.tooManyOpen,
      async () => {
        const of = await visitor()
        for (let n = 0; n < 5; n++) await open(await visitAgain(of.id, of.offer))
        return { of }
      },
    ],
    [claims.tooLate, async () => ({ of: await visitor({ days: 46 }) })],
    [
      claims.storeTakesNone,
      async () => {
        const of = await visitor()
        await db.update(brands).set({ takes_claims: false }).where(eq(brands.id, of.offer.brand_id))
        return { of }
      },
    ],
    [claims.otherKind, async () => ({ of: await visitor(), fields: { kind: 'withdrawal' } })],
    [claims.noSale, async () => ({ of: await visitor(), fields: { kind: 'wrong-amount' } })],
    [
      claims.orderTaken,
      async () => {
        const other = await visitor()
        const order_number = order()
        await sell(other, order_number)
        return { of: await visitor({ offer: other.offer }), fields: { order_number } }
      },
    ],
    [
      claims.orderReported,
      async () => {
        const of = await visitor()
        const order_number = order()
        await sell(await visitAgain(of.id, of.offer), order_number)
        return { of, fields: { order_number } }
      },
    ],
  ]
  test.each(CASES)('and says %j', async (refusal, prepare) => {
    const { of, fields = {} } = await prepare()
    const text = await send(of, fields)
    for (const part of typeof refusal === 'string' ? [refusal] : Object.values(refusal))
      expect(text).toContain(part)
  })

  test('about a withdrawal that is not paid', async () => {
    const { visitor: browser, id } = await signedIn()
    await earn(id, 500_00n)
    await saveUpiDetails(id, { upi: 'early@okbank' })
    const asked = await requestWithdrawal(id, {
      amount: paise(100_00n),
      method: 'upi',
      request_key: crypto.randomUUID(),
    })
    if (!asked.ok) throw new Error(asked.reason)
    const withdrawal = String(asked.withdrawal.id)
    const from = `/Account/Claims/new?withdrawal=${withdrawal}`
    const answer = await browser.post('/Account/Claims/new', {
      from,
      withdrawal,
      kind: 'withdrawal',
      text: 'Nothing came',
    })
    const { text, body } = await browser.follow(answer)
    for (const part of Object.values(claims.notPaid)) expect(text).toContain(part)
    expect(body).toContain('>Nothing came</textarea>')
  })
})

describe('the page of a claim', () => {
  test('keeps the sixth text of a day, and an appeal that is not possible', async () => {
    const of = await visitor()
    const path = await open(of)
    const write = async (what: 'message' | 'appeal', text: string) =>
      of.visitor.follow(await of.visitor.post(`${path}/${what}`, { from: path, text }))
    const appeal = await write('appeal', 'Why not')
    for (const part of Object.values(claims.noAppeal)) expect(appeal.text).toContain(part)
    expect(appeal.body).toContain('>Why not</textarea>')
    for (let n = 1; n <= 4; n++) expect((await write('message', `Word ${n}`)).text).toContain('Message sent')
    const sixth = await write('message', 'One too many')
    for (const part of Object.values(claims.tooManyToday)) expect(sixth.text).toContain(part)
    expect(sixth.body).toContain('>One too many</textarea>')
  })

  test('refuses a proof over 5 MB, and the 21st of 90 days, at the field', async () => {
    const of = await visitor()
    const path = await open(of)
    const large = await sendProof(of.visitor, path, Buffer.alloc(6 * 1024 * 1024))
    expect(large.status).toBe(413)
    expect(large.text).toContain(claims.proofTooLarge)
    expect(large.body).toContain(`action="${path}/proof"`)
    const other = await open(await visitAgain(of.id, of.offer))
    await db.execute(sql`
      INSERT INTO claim_proofs (claim_id, user_id, media, size, sha256, sealed)
      SELECT ${other.split('/').at(-1)!}::bigint, ${of.id}, 'pdf', 1, 'planted ' || n, '' FROM generate_series(1, 20) n`)
    const { text } = await of.visitor.follow(await sendProof(of.visitor, path, Buffer.from('%PDF-21')))
    expect(text).toContain(claims.proofTooManyLately)
  })

  test.each(DECLINE_REASONS)('says why it was declined: %s', async (reason) => {
    const of = await visitor()
    const path = await open(of)
    await declineClaim(Number(path.split('/').at(-1)), reason, 'No')
    expect((await of.visitor.get(path)).text).toContain(declineReasons[reason])
  })

  test('and the form of a new one say that they could not be loaded', async () => {
    const of = await visitor()
    const path = await open(of)
    await db.execute(sql`ALTER TABLE claims RENAME TO claims_lost`)
    try {
      for (const page of [path, of.newPath]) {
        const { status, text } = await of.visitor.get(page)
        expect([status, text.includes(claims.loadFailed)]).toEqual([503, true])
      }
    } finally {
      await db.execute(sql`ALTER TABLE claims_lost RENAME TO claims`)
    }
  })
})
