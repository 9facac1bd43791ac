// Pages and forms while a table or the whole database is unavailable.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { addStore, addOffer } from '../support/catalogue'
import {
  newVisitor,
  pathTo,
  routes,
  sendTo,
  startServers,
  type Answer,
  type Fields,
  type Send,
  type Visitor,
} from '../support/app'
import { startRemixServe } from '../support/remix-serve'
import type { TestServer } from '../support/servers'
import { signedIn } from '../support/people'
import { uploadBody } from '../support/uploads'
import { findFreePort } from '../../embedded/postmaster'
import { readText } from '../support/page-text'
import { newWire } from '../support/wire'
import { takeFlash } from '~/http/flash.server'
import { accountMessages } from '~/messages/account'
import { deskMessages } from '~/messages/desk'
import { moneyMessages } from '~/messages/money'
import { siteMessages } from '~/messages/site'

let lost: string[] = []

async function lose(...tables: string[]) {
  for (const table of tables) await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_lost`))
  lost = tables
}

afterEach(async () => {
  for (const table of lost) await db.execute(sql.raw(`ALTER TABLE ${table}_lost RENAME TO ${table}`))
  lost = []
})

let open: { id: number; slug: string }

beforeAll(async () => {
  const store = await addStore({ coupon_code: 'KAVYA' })
  open = await addOffer({ brand_id: store.id, guest_clicks: true, code: 'SAVE20', category_id: 1 })
})

describe('unreadable list', () => {
  test.each([
    ['/Deals', 'Top Stores', 'Failed to load top stores'],
    ['/TopStores', 'Top Deals', 'Failed to load top stores'],
    ['/Coupontopcodes', 'Coupon Codes', 'Failed to fetch coupons'],
    ['/CouponFilters/Electronics', 'Show Filters', 'Failed to fetch coupons'],
    ['/CouponFilters/Electronics', 'Show Filters', 'Failed to load top stores'],
  ])('%s: the page renders with status 503 and the error text', async (path, heading, text) => {
    await lose('campaigns', 'brands')
    const page = await newVisitor().get(path)
    expect(page.status).toBe(503)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.text).toContain(heading)
    expect(page.text).toContain(text)
    expect(page.body).toContain('<div class="empty empty-failed" role="alert">')
    expect(page.body).toContain('class="footer"')
  })

  test('pages without lists render in full, but uncached', async () => {
    await lose('campaigns', 'brands')
    const page = await newVisitor().get('/Aboutus')
    expect(page.status).toBe(200)
    expect(page.text).toContain('About Us')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('pages that need the list show an error page in the site’s layout, without internals', async () => {
    await lose('campaigns')
    for (const path of ['/CouponsDetails/x', '/Offers/KAVYA']) {
      const page = await newVisitor().get(path)
      expect(page.status).toBe(500)
      expect(page.text).toMatch(/Oops\.\.\.\s+Something went wrong!/)
      expect(page.body).toContain(`<a href="${path}" class="button button-primary">Try again</a>`)
      expect(page.body).toContain('class="footer"')
      expect(page.body).toContain('<meta name="robots" content="noindex"/>')
      expect(page.body).not.toMatch(/relation|campaigns|SELECT|\bat .*\.js:\d/)
    }
  })

  test('a dialog that needs the list does not open, and the page shows an error', async () => {
    const { visitor } = await signedIn()
    await lose('bank_details')
    const page = await visitor.get('/Aboutus?dialog=withdraw')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Oops... Something went wrong!')
    expect(page.body).not.toContain('<dialog')
  })
})

describe('failing click', () => {
  test('redirects to the offer’s page with an error', async () => {
    const visitor = newVisitor()
    await lose('clicks')
    const answer = await visitor.get(`/out/${open.id}`)
    expect([answer.status, answer.location]).toEqual([303, `/CouponsDetails/${open.slug}`])
    expect((await visitor.follow(answer)).text).toContain('Oops... Something went wrong!')
  })
  test('redirects home if the offer cannot be read either', async () => {
    await lose('campaigns')
    expect((await newVisitor().get(`/out/${open.id}`)).location).toBe('/')
  })
  test('on an offer hidden meanwhile shows Coupon not found', async () => {
    const store = await addStore()
    const hidden = await addOffer({ brand_id: store.id, hidden_at: new Date() })
    const visitor = newVisitor()
    const page = await visitor.follow(await visitor.get(`/out/${hidden.id}`))
    expect(page.status).toBe(404)
    expect(page.text).toContain('Click failed Coupon not found')
  })
})

test('an unavailable database gives uncached 503 with Retry-After until it is back', async () => {
  const url = new URL(process.env.EMBEDDED_DATABASE_URL!)
  const wire = newWire(new URL(url))
  const port = await findFreePort()
  await wire.open(port)
  url.host = `127.0.0.1:${port}`
  // Without the page cache, which would serve the page of before (tests/server/cache).
  const [server] = await startServers(1, { env: { EMBEDDED_DATABASE_URL: url.href, PAGE_CACHE_MB: '0' } })
  const get = async (path: string) => {
    const answer = await fetch(server!.origin + path, { redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: readText(await answer.text()) }
  }
  expect((await get('/')).status).toBe(200)

  await wire.cut()
  for (const path of ['/', '/CouponFilters/All', '/CouponsDetails/x', '/Offers/KAVYA', '/CouponCode/x']) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 503])
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.text).toMatch(/Oops\.\.\.\s+Something went wrong!/)
    expect(page.text).toContain('Our Guidelines')
    expect(page.text).not.toMatch(/ECONN|SELECT|\bat .*:\d+/)
  }
  const deals = await get('/Deals')
  expect([deals.status, deals.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(deals.text).toContain('Failed to load top stores')
  expect((await get('/Aboutus')).status).toBe(200)
  expect((await get('/healthz')).status).toBe(503)
  expect(await get('/readyz')).toMatchObject({ status: 503, text: 'Unavailable: database' })

  await wire.open(port)
  await expect.poll(async () => (await get('/')).status, { timeout: 10_000 }).toBe(200)
  await expect.poll(async () => (await get('/readyz')).text, { timeout: 10_000 }).toBe('OK')
  expect((await get('/Deals')).status).toBe(200)
  await server!.stop()
  await wire.cut()
}, 60_000)

const listIds = (kind: 'loader' | 'action') =>
  Object.keys(routes).filter((id) => id !== 'root' && routes[id]!.module[kind])

const isApi = (id: string) => id.startsWith('routes/api/') && id !== 'routes/api/docs'
/** For machines, or for parts of a page. */
const PLAIN = [
  'machine/healthz',
  'machine/readyz',
  'account/header-json',
  'demo/mail-html',
  'machine/img',
  'machine/postback',
  'machine/robots',
  'machine/service-worker',
  'machine/share-picture',
  'machine/sitemap',
  'machine/speculation-rules',
  'machine/webhook',
  'machine/well-known',
].map((name) => `routes/${name}`)

const oops = /Oops\.\.\.\s+Something went wrong!/
const WALLET = '/Account/Wallet'
const person = { username: 'Asha Rao', phone_number: '9812345678', email: 'asha@mail.example' }
const phone = { phone_number: '9812345678', request_key: '7f0c8a7e-0d0f-4a6e-9a58-3f0f5f1f2f3f' }
const bank = {
  acc_number: '123456789012',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'HDFC0000001',
  bank_name: 'HDFC Bank',
}

/** For each form: the fields, and the message shown on its page. */
const FORMS: Record<string, [fields: Fields, text: string | RegExp]> = {
  'routes/auth/sign-in': [
    { from: '/?dialog=sign-in', phone_number: '9812345678', password: 'a quiet river' },
    accountMessages.signIn.busy.text,
  ],
  'routes/auth/sign-up': [
    { from: '/?dialog=sign-up', ...person, ...phone, password: 'a quiet river', agreeToTerms: 'on' },
    accountMessages.signUp.failed.text,
  ],
  'routes/auth/otp-sign-in': [
    { from: '/Deals?dialog=otp-sign-in', ...phone },
    accountMessages.signIn.busy.text,
  ],
  'routes/auth/forgot-password': [
    { from: '/?dialog=forgot-password', ...phone },
    accountMessages.reset.failed.text,
  ],
  'routes/auth/otp': [{ from: '/?dialog=otp', otp: '1234' }, accountMessages.otp.ended.text],
  'routes/auth/resend': [{ from: '/?dialog=otp' }, accountMessages.otp.notSent.text],
  'routes/auth/reset-password': [
    { from: '/?dialog=reset-password', new_password: 'a quiet river', confirm_password: 'a quiet river' },
    accountMessages.reset.failed.text,
  ],
  'routes/auth/sign-out': [{ from: '/' }, oops],
  'routes/auth/confirm': [
    { from: '/auth/confirm', password: 'a quiet river' },
    accountMessages.signIn.busy.text,
  ],
  'routes/auth/email': [{ from: '/auth/email/x' }, oops],
  'routes/auth/email-undo': [{ from: '/auth/email/x/undo' }, oops],
  'routes/auth/lost-number': [{ from: '/auth/lost-number', email: 'asha@mail.example' }, oops],
  'routes/auth/lost-number-link': [
    { from: '/auth/lost-number/x', password: 'a quiet river', ...phone },
    accountMessages.otp.notSent.text,
  ],
  'routes/auth/lost-number-code': [
    { from: '/auth/lost-number/x/code', otp: '1234' },
    accountMessages.otp.ended.text,
  ],
  'routes/auth/lost-number-stop': [{ from: '/auth/lost-number/x/stop' }, oops],
  'routes/coupons-details': [{ from: '/CouponsDetails/x', feedback: 'yes' }, oops],
  'routes/offers': [{ from: '/Offers/x', follow: 'yes' }, oops],
  'routes/store-requests': [{ from: '/CouponFilters/All?q=x', store: 'Big Bazaar' }, oops],
  'routes/newsletter': [
    { from: '/#newsletter', email: 'asha@mail.example' },
    siteMessages.newsletter.failed.text,
  ],
  'routes/demo/store': [{ from: '/', click: 'x', report: 'pending' }, oops],
  'routes/newsletter-confirm': [{ from: '/newsletter/confirm/x' }, oops],
  'routes/newsletter-leave': [{ from: '/newsletter/unsubscribe', email: 'asha@mail.example' }, oops],
  'routes/desk/sign-in': [
    { from: '/Desk/SignIn', name: 'Asha', password: 'x' },
    deskMessages.signIn.busy.text,
  ],
  'routes/desk/code': [{ from: '/Desk/Code', otp: '1' }, deskMessages.signIn.busy.text],
  'routes/desk/set-up': [{ from: '/Desk/SetUp', otp: '1' }, deskMessages.signIn.busy.text],
  'routes/desk/invitation': [
    { from: '/Desk/Invitation/x', new_password: 'a quiet river', confirm_password: 'a quiet river' },
    deskMessages.signIn.busy.text,
  ],
  'routes/desk/sign-out': [{ from: '/Desk' }, oops],
  'routes/desk/recovery-codes': [{ from: '/Desk/RecoveryCodes' }, oops],
  'routes/desk/new-recovery-codes': [{ from: '/Desk/RecoveryCodes' }, oops],
  'routes/desk/operation': [
    { from: '/Desk/notes/add', 'input.text': 'called' },
    deskMessages.draft.failed.text,
  ],
  'routes/desk/draft': [{ from: '/Desk/Drafts/x', consent: '1' }, deskMessages.draft.failed.text],
  'routes/desk/agree': [{ from: '/Desk/approvals/show?id=1' }, deskMessages.draft.failed.text],
  'routes/desk/undo': [{ from: '/Desk/log/show?id=1' }, deskMessages.draft.failed.text],
  'routes/desk/end-session': [{ from: '/Desk/Sessions', id: '1' }, oops],
  'routes/desk/end-all-sessions': [{ from: '/Desk/Sessions' }, oops],
  'routes/desk/keys': [{ from: '/Desk/Sessions', slash: 'yes' }, oops],
  'routes/desk/keep-filter': [
    { from: '/Desk/claims/list?late=yes', list: 'claims list', query: 'late=yes', name: 'Late' },
    oops,
  ],
  'routes/desk/remove-filter': [{ from: '/Desk/claims/list', id: '1' }, oops],
  'routes/desk/fill-reply': [
    { from: '/Desk/claims/show?id=1', snippet: '1', 'input.id': '1' },
    deskMessages.draft.failed.text,
  ],
  'routes/desk/password': [{ from: '/Desk/Password', password: 'x' }, oops],
  'routes/account/stores': [{ from: '/Account/Stores', store: 'x' }, oops],
  'routes/account/bank-details': [
    { from: `${WALLET}?edit=bank`, change: '1', ...bank },
    /Error updating bank details!\s+Something went wrong\./,
  ],
  'routes/account/upi-details': [
    { from: `${WALLET}?edit=upi`, upi: 'asha@okbank' },
    /Error adding UPI details!\s+Something went wrong\./,
  ],
  'routes/account/wallet': [
    { from: WALLET, amount: '100', type: 'upi', request_key: phone.request_key },
    /❌ Withdrawal error:\s+Something went wrong\./,
  ],
  'routes/account/cancel-withdrawal': [
    { from: WALLET, withdrawal: '1' },
    /❌ Withdrawal error:\s+Something went wrong\./,
  ],
  'routes/account/change-password': [
    { from: '/Account/ChangePassword', currentPassword: 'x', newPassword: 'y', confirmNewPassword: 'y' },
    oops,
  ],
  'routes/account/claim-new': [
    { from: '/Account/Visits', kind: 'question', text: 'x' },
    moneyMessages.claims.failed.text,
  ],
  'routes/account/claim-message': [{ from: '/Account/Visits', text: 'x' }, moneyMessages.claims.failed.text],
  'routes/account/claim-appeal': [{ from: '/Account/Visits', text: 'x' }, moneyMessages.claims.failed.text],
  'routes/account/claim-proof': [{ from: '/Account/Visits' }, moneyMessages.claims.failed.text],
  'routes/account/details': [{ from: '/Account?edit=details', ...person, password: 'x' }, oops],
  'routes/account/email': [{ from: '/Account', send: 'link' }, oops],
  'routes/account/image': [{ from: '/Account' }, accountMessages.profileImage.failed.title!],
  'routes/account/image-remove': [{ from: '/Account' }, accountMessages.profileImage.failed.title!],
  'routes/account/message-choices': [
    { from: '/Account/Notifications', shown: 'money stores newsletter', money_email: 'on' },
    oops,
  ],
  'routes/account/notification-open': [{ from: '/', id: '1' }, oops],
  'routes/account/notification-read': [{ from: '/', id: '1' }, oops],
  'routes/account/notification-read-all': [{ from: '/', upTo: '1' }, oops],
  'routes/account/push-start': [{ from: '/', endpoint: 'x', p256dh: 'x', auth: 'x' }, oops],
  'routes/account/push-stop': [{ from: '/' }, oops],
  'routes/account/privacy': [{ from: '/Account/Privacy', password: 'x', confirm: 'on' }, oops],
  'routes/account/sessions': [{ from: '/Account' }, oops],
}

const visitorWith = (cookies: Record<string, string>, send: Send) => {
  const visitor = newVisitor(send)
  for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value)
  return visitor
}

/** Of a member, and of a guest between two steps of a sign-in. */
let token: string
let join: string

beforeAll(async () => {
  const { visitor } = await signedIn({ phone_number: '+919812345678' })
  token = visitor.cookies.get('token')!
  const guest = newVisitor()
  await guest.post('/auth/forgot-password', { from: '/', ...phone })
  join = guest.cookies.get('join')!
})

/** The database by a wire that can be cut. */
async function openWire() {
  const url = new URL(process.env.EMBEDDED_DATABASE_URL!)
  const wire = newWire(new URL(url))
  const port = await findFreePort()
  await wire.open(port)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, wire }
}

/** Sends a form as a guest, as somebody signed in, and by scripts, where the page is kept and the form shows the message itself. */
async function sendLost(
  id: string,
  [fields, text]: (typeof FORMS)[string],
  visitorOf: (cookies: Record<string, string>) => Visitor,
) {
  const ofMember = { ...fields, csrf: 'x', keep: `${'0'.repeat(22)}:any` }
  const answers: { answer: Answer; page?: Answer }[] = []
  for (const [data, sentFields] of [
    ['', fields],
    ['', ofMember],
    ['.data', fields],
  ] as const) {
    const visitor = visitorOf({
      join,
      ...((sentFields === ofMember || /^routes\/(?:account\/|auth\/confirm$|offers$)/.test(id)) && { token }),
      ...(id.startsWith('routes/desk/') && { desk: 'x'.repeat(43) }),
    })
    const headers: HeadersInit = data ? { 'Sec-Fetch-Dest': 'empty' } : {}
    const answer = await visitor.post(`${pathTo(id)}${data}`, sentFields, headers)
    if (data) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
      answers.push({ answer })
      continue
    }
    expect([answer.status, answer.location?.split('#')[0]]).toEqual([
      303,
      id === 'routes/auth/sign-out' ? '/' : String(fields.from).split('#')[0],
    ])
    const page = await visitor.get(answer.location!)
    expect(page.text).toMatch(text)
    expect(page.body.includes('a quiet river')).toBe(false)
    // Its form is there without the database, too.
    if (id === 'routes/newsletter-leave') expect(page.body).toContain(`value="${String(fields.email)}"`)
    answers.push({ answer, page })
  }
  return answers
}

describe('database unavailable', () => {
  let server: TestServer
  const makeVisitor = (cookies: Record<string, string>) => visitorWith(cookies, sendTo(server))

  beforeAll(async () => {
    const { url, wire } = await openWire()
    ;[server] = (await startServers(1, { env: { EMBEDDED_DATABASE_URL: url } })) as [TestServer]
    await wire.cut()
  })
  afterAll(() => server.stop())

  /** Failing routes respond 503 in their own format, without internals. */
  function expectCalm(id: string, answer: Answer): void {
    const type = answer.headers.get('Content-Type') ?? ''
    expect([200, 204, 302, 303, 400, 401, 403, 404, 405, 406, 415, 422, 503]).toContain(answer.status)
    expect(answer.text).not.toMatch(/ECONN|SELECT|Unexpected Server Error|\bat .*:\d+:\d+/)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(answer.headers.get('Content-Security-Policy')).toBeTruthy()
    if (answer.status === 503) expect(answer.headers.get('Retry-After')).toBeTruthy()
    if (answer.status === 503 || !PLAIN.includes(id)) expect(answer.headers.get('Cache-Control')).toBeTruthy()
    if (answer.status < 400 || PLAIN.includes(id)) return
    if (isApi(id) || id.endsWith('/suggestions')) {
      expect(type).toMatch(/^application\/json/)
      expect(JSON.parse(answer.body)).toMatchObject({ success: false })
    } else {
      expect(type).toMatch(/^text\/html/)
      // The desk has no frame of the shop.
      expect(answer.text.includes('Our Guidelines')).toBe(!pathTo(id).startsWith('/Desk'))
    }
  }

  test.each(listIds('loader'))(
    'GET %s answers with a page, JSON or its own format, to guests and members',
    async (id) => {
      for (const visitor of [makeVisitor({}), makeVisitor({ token })]) {
        expectCalm(id, await visitor.get(pathTo(id)))
        const data = await visitor.get(`${pathTo(id) === '/' ? '/_root' : pathTo(id)}.data`)
        expect([data.status, data.headers.get('Retry-After')]).not.toEqual([503, null])
        expect(data.status).not.toBe(500)
      }
    },
  )

  test.each(listIds('action').filter((id) => !FORMS[id]))(
    'POST %s answers with JSON or its own format',
    async (id) => {
      for (const visitor of [makeVisitor({}), makeVisitor({ token })]) {
        const answer = await visitor.post(pathTo(id), { any: 'thing' })
        expect(answer.status).not.toBe(500)
        expectCalm(id, answer)
      }
    },
  )

  test('a claim with a file comes back with what was typed, and asks for the file again', async () => {
    const fields = {
      from: '/Account/Claims/new?visit=DV-1',
      text: 'Bought on Diwali.',
      order_number: 'OD-77',
    }
    for (const bytes of [3_000_000, 8_000_000]) {
      const visitor = makeVisitor({ token })
      const answer = await visitor.request('/Account/Claims/new', {
        method: 'POST',
        body: uploadBody([{ field: 'proof', bytes: new Uint8Array(bytes) }], fields),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
      expect([answer.status, answer.location]).toEqual([303, fields.from])
      const headers = { Cookie: `flash=${visitor.cookies.get('flash')}` }
      const { flash } = takeFlash(new Request(`http://localhost:3000${fields.from}`, { headers }))
      expect(flash?.notice?.title).toBe(moneyMessages.claims.failed.title)
      expect(flash?.form).toMatchObject({
        values: { text: fields.text, order_number: fields.order_number },
        errors: { proof: 'Please choose the file again.' },
      })
    }
  })

  test('every route with a form is in the table', () => {
    // Networks, mail programs, forms whose answer is a file, and what only scripts ask for.
    const others = [
      'routes/desk/proof',
      'routes/desk/rows-csv',
      'routes/desk/suggestions',
      'routes/machine/postback',
      'routes/machine/webhook',
      'routes/unsubscribe',
    ]
    const forms = listIds('action').filter((id) => !id.startsWith('routes/api/') && !others.includes(id))
    expect(Object.keys(FORMS).toSorted()).toEqual(forms.toSorted())
  })

  test('every route with a form has the client action, and no page is revalidated after a failure', () => {
    const having = (name: string) => (id: string) => name in routes[id]!.module
    expect(Object.keys(FORMS).filter((id) => !having('clientAction')(id))).toEqual([])
    const pages = listIds('loader').filter((id) => having('default')(id) && !id.startsWith('routes/api/'))
    expect(pages.length).toBeGreaterThan(25)
    expect(pages.filter((id) => !having('shouldRevalidate')(id))).toEqual([])
  })

  test.each(Object.entries(FORMS))(
    '%s: the form returns to its page with its error text',
    async (id, form) => {
      for (const { answer, page } of await sendLost(id, form, makeVisitor)) {
        if (page) expectCalm(id, page)
        expect(answer.text).not.toContain('a quiet river')
      }
    },
  )

  test('the error page shows the form’s dialog with the input', async () => {
    const visitor = makeVisitor({})
    const [fields] = FORMS['routes/auth/sign-up']!
    const page = await visitor.get((await visitor.post('/auth/sign-up', fields)).location!)
    expect(page.status).toBe(503)
    expect(page.body).toMatch(/<dialog[^>]*>[\s\S]*Signup failed![\s\S]*<\/dialog>/)
    expect(page.body).toContain('value="asha@mail.example"')
  })

  test('a file that cannot be read is a page with a way to try again', async () => {
    const page = await makeVisitor({ token }).get('/Account/History/statement.csv?from=mail')
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(page.body).toContain(
      '<a href="/Account/History/statement.csv?from=mail" class="button button-primary">',
    )
  })

  test('a form from another site is still refused', async () => {
    const sent = await makeVisitor({ token }).post(
      WALLET,
      { from: WALLET },
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(sent.status).toBe(403)
  })
})

describe('database unavailable under plain remix-serve', () => {
  let server: Awaited<ReturnType<typeof startRemixServe>>
  const makeVisitor = (cookies: Record<string, string>) => visitorWith(cookies, server.send)

  beforeAll(async () => {
    const { url, wire } = await openWire()
    server = await startRemixServe({ EMBEDDED_DATABASE_URL: url })
    await wire.cut()
  })
  afterAll(() => server.stop())

  test.each(Object.entries(FORMS))(
    '%s: the form returns to its page with its error text',
    async (id, form) => {
      expect(await sendLost(id, form, makeVisitor)).toHaveLength(3)
    },
  )

  test.each(listIds('loader'))('GET %s answers 503 or without the database, and no bare 500', async (id) => {
    for (const visitor of [makeVisitor({}), makeVisitor({ token })]) {
      const answer = await visitor.get(pathTo(id))
      const data = await visitor.get(`${pathTo(id) === '/' ? '/_root' : pathTo(id)}.data`)
      expect(answer.text).not.toContain('Unexpected Server Error')
      for (const { status, headers, text } of [answer, data]) {
        expect(status).not.toBe(500)
        expect(text).not.toMatch(/ECONN|SELECT|\bat .*:\d+:\d+/)
        expect([status, headers.get('Retry-After')]).not.toEqual([503, null])
      }
    }
  })
})
