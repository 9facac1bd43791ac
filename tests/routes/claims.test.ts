/** The pages of claims without scripts: what is shown, refused at the field, and sent back. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { claimProofs, claims } from '~/platform/db/schema/claims'
import { explainDecline } from '~/domain/tracking/conversions.server'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import { declineClaim, sendClaim } from '~/domain/tracking/claim-decisions.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { paise } from '~/platform/formats/money'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { moneyMessages } from '~/messages/money'
import { siteMessages } from '~/messages/site'
import { signedIn } from '../support/people'
import { report } from '../support/shop'
import { rewrite } from '../support/rewrite'
import { sendClaimForm, sendClaimWithFile, sendProof, visitor, type Visit } from '../support/claiming'
import { earn, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('claims credit', 'withdrawals'))

let serial = 0

async function openOne(of: Visit, fields: Record<string, string> = {}) {
  const answer = await sendClaimForm(of, { order_number: `R-${++serial}`, text: 'It is missing', ...fields })
  expect(answer.status).toBe(303)
  const [claim] = await db.select().from(claims).where(eq(claims.user_id, of.id))
  return { path: answer.location!, id: claim!.id, page: await of.visitor.follow(answer) }
}

const PDF = Buffer.from('%PDF-1.7\n<script>alert(1)</script>')

describe('the page of a visit', () => {
  test('names the day from which the store can be asked, then links to a form, then to the claim', async () => {
    const early = await visitor({ days: 1 })
    expect((await early.visitor.get(`/Account/Visits/${early.number}`)).text).toContain(
      'Stores need some days to report an order. You can ask from',
    )
    const of = await visitor()
    const { body } = await of.visitor.get(`/Account/Visits/${of.number}`)
    expect(body).toMatch(
      new RegExp(`<a [^>]*href="/Account/Claims/new\\?visit=${of.number}"[^>]*>Send a claim</a>`),
    )
    const { path } = await openOne(of)
    expect((await of.visitor.get(`/Account/Visits/${of.number}`)).body).toContain(`href="${path}"`)
    expect((await of.visitor.get('/Account/Visits')).text).toMatch(/Your claims.*The cashback is missing/s)
  })

  test('with an order of the first days does not say that none is reported, and leads to a question', async () => {
    const early = await visitor({ days: 1 })
    await report('trackier', { click: early.clickId, sale: `E${++serial}`, status: 'pending', amount: '100' })
    const { text, body } = await early.visitor.get(`/Account/Visits/${early.number}`)
    expect(text).not.toContain('You can ask from')
    expect(body).toMatch(/href="[^"]*&amp;kind=question"[^>]*>Ask a question<\/a>/)
  })

  test('says why no claim is possible, and leads to a question', async () => {
    const late = await visitor({ days: 60 })
    const none = await visitor()
    await db.update(brands).set({ takes_claims: false }).where(eq(brands.id, none.offer.brand_id))
    for (const [of, reason] of [
      [late, 'Too late. Stores answer claims of the first 45 days after a visit.'],
      [none, 'This store takes no claims. It does not answer questions about single orders.'],
    ] as const) {
      const { text, body } = await of.visitor.get(`/Account/Visits/${of.number}`)
      expect(text).toContain(reason)
      expect(body).toMatch(/href="[^"]*&amp;kind=question"[^>]*>Ask a question<\/a>/)
    }
  })

  test('says why an order was declined', async () => {
    const of = await visitor()
    await report('trackier', { click: of.clickId, sale: 'W1', status: 'rejected', amount: '100' })
    const page = () => of.visitor.get(`/Account/Visits/${of.number}`)
    expect((await page()).text).toMatch(/Reason\s+not said/)
    const [sale] = await db.execute<{ id: string }>(
      sql`SELECT id FROM conversions WHERE click_id = ${of.clickId}`,
    )
    expect(await explainDecline(Number(sale!.id), 'code')).toMatchObject({ ok: true })
    const { text, body } = await page()
    expect(text).toMatch(/Reason\s+The code was not allowed/)
    expect(body).toMatch(/>Appeal<\/a>/)
  })
})

describe('a new claim', () => {
  test('is refused at its fields, and what was typed stays', async () => {
    const of = await visitor()
    const answer = await sendClaimForm(of, { order_number: 'OD-1', amount: 'ten', text: '' })
    const { body, text } = await of.visitor.follow(answer)
    expect(text).toContain('Please enter a valid amount.')
    expect(text).toContain('Please write what happened, in up to 1,000 characters.')
    expect(body).toMatch(/value="OD-1"/)
    expect(await db.select().from(claims).where(eq(claims.user_id, of.id))).toEqual([])
    const both = await of.visitor.follow(await sendClaimForm(of, { order_number: '', text: '' }))
    expect(both.text).toContain('Please enter the order number, as the store wrote it.')
    expect(both.text).toContain('Please write what happened, in up to 1,000 characters.')
    const other = await sendClaimForm(of, { order_number: '--', text: 'Kept words' })
    const page = await of.visitor.follow(other)
    expect(page.text).toContain('Please enter the order number, as the store wrote it.')
    expect(page.body).toContain('>Kept words</textarea>')
  })

  test('of an app order is refused before anything is typed, where the store counts none', async () => {
    const of = await visitor()
    await db.update(brands).set({ app_orders: false }).where(eq(brands.id, of.offer.brand_id))
    const { body } = await of.visitor.get(of.newPath)
    expect(body).not.toContain('<textarea')
    expect(body).toContain('In the app')
    const app = await of.visitor.get(`${of.newPath}&place=app`)
    expect(app.text).toContain('This store does not count orders of its app')
    expect(app.body).not.toContain('<textarea')
    expect((await of.visitor.get(`${of.newPath}&place=web`)).body).toContain('<textarea')
  })

  test('leads to its page with the promised day, and a second one to the first', async () => {
    const of = await visitor()
    const { path, page } = await openOne(of)
    expect(page.text).toMatch(/Claim received We answer by \d/)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const again = await sendClaimForm(of, { order_number: 'R-again', text: 'Again' })
    expect(again.location).toBe(path)
    const first = await of.visitor.follow(again)
    expect(first.text).toContain('There is a claim already')
    expect(first.body).toContain('>Again</textarea>')
    expect((await of.visitor.get(of.newPath)).body).toContain(`href="${path}"`)
  })

  test('brings its file along, and its page shows both', async () => {
    const of = await visitor()
    const form = (await of.visitor.get(of.newPath)).body
    expect(form).toMatch(/<form [^>]*id="claim"[^>]*enctype="multipart\/form-data"/i)
    const typed = { order_number: `R-${++serial}`, text: 'The invoice is here' }
    const answer = await sendClaimWithFile(of, typed, { bytes: PDF, filename: 'bill.pdf' })
    const { text, body } = await of.visitor.follow(answer)
    expect(text).toMatch(/Claim received Your file is with it\. We answer by \d/)
    expect(body).toContain(`href="${answer.location}#proofs"`)
    const [, href] = /href="([^"]+)"[^>]*>PDF, 1 KB</.exec(body)!
    expect((await of.visitor.get(href!)).body).toBe(PDF.toString())
    const again = await sendClaimWithFile(of, typed, { bytes: PDF, filename: 'bill.pdf' })
    expect(again.location).toBe(answer.location)
    const first = await of.visitor.follow(again)
    expect(first.text).toContain('There is a claim already')
    expect(first.body).toContain(`href="${answer.location}#proofs"`)
    expect(await db.select().from(claims).where(eq(claims.user_id, of.id))).toHaveLength(1)
    expect(await db.select().from(claimProofs).where(eq(claimProofs.user_id, of.id))).toHaveLength(1)
  })

  test('is made without a file by a browser that sends an empty field', async () => {
    const of = await visitor()
    const typed = { order_number: `R-${++serial}`, text: 'No file' }
    const answer = await sendClaimWithFile(of, typed, { bytes: Buffer.alloc(0), filename: '' })
    expect((await of.visitor.follow(answer)).text).toContain('Claim received We answer by')
  })

  test.each([
    ['another type', [{ bytes: Buffer.from('GIF89a') }], moneyMessages.claims.proofOther],
    ['nothing in it', [{ bytes: Buffer.alloc(0) }], moneyMessages.claims.proofMissing],
    [
      'a byte too many',
      [{ bytes: Buffer.alloc(LARGEST_FILE + 1, '%PDF-') }],
      moneyMessages.claims.proofTooLarge,
    ],
    ['12 MB', [{ bytes: Buffer.alloc(12 * 1024 * 1024, '%PDF-') }], moneyMessages.claims.proofTooLarge],
    ['a second file', [{ bytes: PDF }, { bytes: PDF }], 'Please fill in this field.'],
  ])(
    'is not made with a file that has %s: it says so there, and what was typed stays',
    async (_, files, problem) => {
      const of = await visitor()
      const typed = { order_number: `R-${++serial}`, amount: '1234', text: 'My own words' }
      const { body, text } = await of.visitor.follow(await sendClaimWithFile(of, typed, ...files))
      expect(text).toContain(problem)
      expect(body).toMatch(/<input [^>]*type="file"[^>]*aria-invalid="true"/)
      expect(body).toContain(`value="${typed.order_number}"`)
      expect(body).toContain('value="1234"')
      expect(body).toContain('>My own words</textarea>')
      expect(await db.select().from(claims).where(eq(claims.user_id, of.id))).toEqual([])
    },
  )

  test('that is refused for its words asks for its good file again', async () => {
    const of = await visitor()
    const { text } = await of.visitor.follow(
      await sendClaimWithFile(of, { order_number: '', text: '' }, { bytes: PDF }),
    )
    expect(text).toContain('Please enter the order number, as the store wrote it.')
    expect(text).toContain(siteMessages.forms.fileAgain)
    const late = await visitor({ days: 46 })
    const whole = await late.visitor.follow(
      await sendClaimWithFile(late, { order_number: 'R-late', text: 'Late words' }, { bytes: PDF }),
    )
    expect(whole.text).toContain(moneyMessages.claims.tooLate.text)
    expect(whole.text).toContain(siteMessages.forms.fileAgain)
    expect(whole.body).toContain('>Late words</textarea>')
  })

  test('is an appeal where all orders of the visit were declined', async () => {
    const of = await visitor({ days: 60 })
    await report('trackier', { click: of.clickId, sale: `A${++serial}`, status: 'rejected', amount: '100' })
    expect((await of.visitor.get(of.newPath)).text).toContain('Why is the decline wrong?')
    const { id } = await openOne(of)
    await declineClaim(id, 'terms', 'The terms were not met')
    const { text, body } = await of.visitor.get(`/Account/Claims/${id}`)
    expect(text).toMatch(/Reason\s+The store’s terms were not met/)
    expect(body).not.toContain('>Appeal</button>')
  })
})

describe('the page of a claim', () => {
  test('has its thread with dated steps, takes messages and one appeal', async () => {
    const of = await visitor()
    const { path, id } = await openOne(of)
    await of.visitor.follow(await of.visitor.post(`${path}/message`, { from: path, text: 'One more\nline' }))
    await sendClaim(id)
    await declineClaim(id, 'duplicate', 'It was paid before')
    const { text, body } = await of.visitor.get(path)
    expect(text).toMatch(
      /Declined.*It was paid before.*Sent to the store.*You.*One more\s+line.*Received.*It is missing/s,
    )
    expect(body).toContain('>Appeal</button>')
    const appealed = await of.visitor.follow(
      await of.visitor.post(`${path}/appeal`, { from: path, text: 'It was not' }),
    )
    expect(appealed.text).toContain('Appeal received')
    expect(appealed.body).not.toContain('>Appeal</button>')
  })

  test('says what was credited by its state', async () => {
    const of = await visitor()
    const { path, id } = await openOne(of)
    expect(
      await creditClaim(id, { amount: paise(1000_00n), text: 'The store has confirmed it.' }),
    ).toMatchObject({ ok: true })
    expect((await of.visitor.get(path)).text).toMatch(
      /: Rs\. 50\.00\s+Claim CL-\d+\s+Credited.*The store has confirmed it\./s,
    )
    expect((await of.visitor.get('/Account/Wallet')).text).toContain('Rs. 50.00')
  })

  test('of another person is a 404 for every page and form', async () => {
    const of = await visitor()
    const { path } = await openOne(of)
    await sendProof(of.visitor, path, PDF)
    const [proof] = await db.select().from(claimProofs).where(eq(claimProofs.user_id, of.id))
    const { visitor: other } = await signedIn()
    expect((await other.get(path)).status).toBe(404)
    expect((await other.get(`${path}/proof/${proof!.id}`)).status).toBe(404)
    expect((await other.get(of.newPath)).status).toBe(404)
    for (const what of ['message', 'appeal'])
      expect((await other.post(`${path}/${what}`, { from: path, text: 'x' })).status).toBe(404)
    expect((await sendProof(other, path, PDF)).status).toBe(404)
    const answer = await other.post('/Account/Claims/new', {
      from: of.newPath,
      visit: of.number,
      kind: 'question',
      text: 'x',
    })
    expect((await other.follow(answer)).text).toContain('There is no such visit')
  })
})

describe('a proof', () => {
  test('is recognised by its first bytes, sealed, and sent only as an attachment under our name', async () => {
    const of = await visitor()
    const { path, id } = await openOne(of)
    expect((await of.visitor.follow(await sendProof(of.visitor, path, PDF, '<b>.html'))).text).toContain(
      'Proof added',
    )
    const [proof] = await db.select().from(claimProofs).where(eq(claimProofs.claim_id, id))
    expect(proof!.media).toBe('pdf')
    expect(proof!.sealed).not.toContain(PDF.toString('base64').slice(0, 12))
    const { headers, body, status } = await of.visitor.get(`${path}/proof/${proof!.id}`)
    expect([status, body]).toEqual([200, PDF.toString()])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': `attachment; filename="claim-${id}-proof-${proof!.id}.pdf"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test.each(['\ufeff', '\r\n', '\ufeff\n \t', '\0'.repeat(1019)])(
    'is a PDF also with its mark behind %j',
    async (before) => {
      const of = await visitor()
      const { path, id } = await openOne(of)
      const bytes = Buffer.from(`${before}%PDF-1.4\n`)
      expect((await of.visitor.follow(await sendProof(of.visitor, path, bytes))).text).toContain(
        'Proof added',
      )
      const [proof] = await db.select().from(claimProofs).where(eq(claimProofs.claim_id, id))
      expect(proof!.media).toBe('pdf')
    },
  )

  test('of another type, without a file, or beyond three is refused at the field', async () => {
    const of = await visitor()
    const { path } = await openOne(of)
    const send = async (bytes: Uint8Array) =>
      (await of.visitor.follow(await sendProof(of.visitor, path, bytes))).text
    expect(await send(Buffer.from('GIF89a'))).toContain('Please choose a file again.')
    expect(await send(Buffer.from(`${'\0'.repeat(1020)}%PDF-1.4`))).toContain('Please choose a file again.')
    expect(await send(Buffer.alloc(0))).toContain('Please choose a file.')
    for (let at = 0; at < 3; at++) expect(await send(Buffer.from(`%PDF-${at}`))).toContain('Proof added')
    expect(await send(Buffer.from('%PDF-4'))).toContain('A claim takes three files.')
  })

  test('is erased 180 days after the end of its claim', async () => {
    const of = await visitor()
    const { path, id } = await openOne(of)
    await sendProof(of.visitor, path, PDF)
    await declineClaim(id, null, 'No')
    expect((await sweep()).proofs).toBe(0)
    await rewrite(sql`UPDATE claims SET ended_at = now() - interval '181 days' WHERE id = ${id}`)
    expect((await sweep()).proofs).toBe(1)
  })
})

test('a withdrawal can be asked about from two bank days after it was paid', async () => {
  const { visitor, id } = await signedIn()
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: 'late@okbank' })
  const asked = await requestWithdrawal(id, {
    amount: paise(100_00n),
    method: 'upi',
    request_key: crypto.randomUUID(),
  })
  if (!asked.ok) throw new Error(asked.reason)
  const withdrawal = asked.withdrawal.id
  await approveWithdrawal(withdrawal)
  await payWithdrawal(withdrawal, `UTRCLAIM${withdrawal}`)
  const newPath = `/Account/Claims/new?withdrawal=${withdrawal}`
  expect((await visitor.get('/Account/Wallet')).body).toContain(`href="${newPath}"`)
  expect((await visitor.get(newPath)).text).toContain('A payment can take two bank days.')
  await rewrite(
    sql`UPDATE withdrawal_steps SET created_at = now() - interval '9 days' WHERE withdrawal_id = ${withdrawal}`,
  )
  const { text } = await visitor.get(newPath)
  expect(text).toContain(`UTRCLAIM${withdrawal}`)
  expect(text).toContain('This moves no money by itself')
  const answer = await visitor.post('/Account/Claims/new', {
    from: newPath,
    withdrawal: String(withdrawal),
    kind: 'withdrawal',
    text: 'Nothing came',
  })
  expect((await visitor.follow(answer)).text).toContain('Claim received')
})
