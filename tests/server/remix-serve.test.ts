// The site under plain remix-serve: what it serves, and what the application checks itself (docs/rules.md#35).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '~/messages/account'
import { offerPath, paths } from '~/paths'
import { ensureBuild } from '../../scripts/build.mjs'
import { findFreePort } from '../../embedded/postmaster'
import { addUser, PASSWORD } from '../accounts/people'
import { listFaults, RAW, rawGet } from '../routes/hostility'
import { newVisitor, origin, type Send } from '../support/app'
import { signedIn } from '../support/people'
import { spawnRemixServe, startRemixServe } from '../support/remix-serve'
import { makeOffer } from '../wallet/support'

let server: Awaited<ReturnType<typeof startRemixServe>>
let port: number

beforeAll(async () => {
  await ensureBuild()
  server = await startRemixServe()
  port = server.port
})
afterAll(() => server.stop())

const send: Send = (request) => server.send(request)

/** The files that a page needs, of the site itself. */
const listFiles = (body: string) =>
  [...body.matchAll(/<(?:img|link)\b[^>]*?\s(?:src|href)="(\/[^/"][^"]*)"|"(\/assets\/[^"]+\.js)"/g)].map(
    ([, url, script]) => (url ?? script!).replaceAll('&amp;', '&'),
  )

test('every public page is served with its scripts, styles and images', async () => {
  const deal = await makeOffer({ title: 'Sarees at half price' })
  const pages = [
    ['/', 'Popular Deals'],
    [offerPath(deal.slug), deal.title],
    [paths.deals, deal.title],
    ...[paths.topStores, paths.topCodes, paths.allOffers, paths.signUpPage, paths.howItWorks].map((path) => [
      path,
    ]),
    ...[paths.aboutUs, paths.contactUs, paths.privacyPolicy, paths.termsConditions].map((path) => [path]),
  ] as [string, string?][]
  const guest = newVisitor(send)
  const files = new Set<string>()
  const faults: string[] = []
  for (const [path, text = 'DealDwaar'] of pages) {
    const page = await guest.get(path)
    if (page.status !== 200 || !page.text.includes(text)) faults.push(`${path}: ${page.status}`)
    for (const file of listFiles(page.body)) files.add(file)
  }
  for (const file of files) {
    const answer = await fetch(server.there(origin + file))
    const type = answer.headers.get('Content-Type') ?? ''
    const fits = file.endsWith('.js') ? type.includes('javascript') : !type.includes('html')
    if (answer.status !== 200 || !fits) faults.push(`${file}: ${answer.status} ${type}`)
    await answer.body?.cancel()
  }
  expect(faults).toEqual([])
  expect([...files].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3)
})

test('an unknown page is 404, and a guest does not see an account', async () => {
  const guest = newVisitor(send)
  expect((await guest.get('/no/such/page')).status).toBe(404)
  const wallet = await guest.get(paths.wallet)
  expect([wallet.status, wallet.location]).toEqual([302, '/'])
})

test('a member signs in, clicks an offer and sees the reported sale in the wallet', async () => {
  const member = await addUser()
  const { id } = await makeOffer()
  const visitor = newVisitor(send)
  const fields = { phone_number: member.phone_number!, password: PASSWORD, from: '/' }
  const entered = await visitor.post(paths.signIn, fields)
  expect((await visitor.follow(entered)).text).toContain(accountMessages.signIn.done.text)

  const p1 = new URL((await visitor.get(`/out/${id}`)).location!).searchParams.get('p1')!
  const sale = `p1=${p1}&conversion_id=T-${p1}&sale_amount=1000&status=pending`
  expect((await visitor.get(`/postback/trackier/demo-trackier-secret?${sale}`)).status).toBe(200)
  const wallet = await visitor.get(paths.wallet)
  expect(/data-balance="pending"[^>]*>([^<]*)</.exec(wallet.body)?.[1]).toBe('Rs. 50.00')
})

test('monitors learn whether the database answers', async () => {
  const ask = async (at: number) =>
    Promise.all(
      ['/healthz', '/readyz'].map(async (path) => {
        const answer = await fetch(`http://127.0.0.1:${at}${path}`, { redirect: 'manual' })
        return `${answer.status} ${await answer.text()}`.trim()
      }),
    )
  expect(await ask(port)).toEqual(['200 OK', '200 OK'])
  const other = await findFreePort()
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const lost = spawnRemixServe({
    ...process.env,
    PORT: String(other),
    DATABASE_URL: url,
    EMBEDDED_DATABASE_URL: url,
    PUBLIC_ORIGIN: `http://localhost:${other}`,
    ALLOW_DEMO_OTP: '1',
  })
  try {
    const found = ['503 Unavailable', '503 Unavailable: database']
    await expect.poll(() => ask(other).catch(() => null)).toEqual(found)
  } finally {
    lost.kill('SIGKILL')
  }
})

test.each<[what: string, env: Record<string, string>, names: string[]]>([
  ['nothing is set', {}, ['DATABASE_URL', 'PUBLIC_ORIGIN', 'SESSION_SECRET', 'DATA_KEY', 'OTP_PROVIDER']],
  [
    'a key is missing',
    {
      DATABASE_URL: 'postgres://localhost/x',
      PUBLIC_ORIGIN: 'https://shop.example',
      SESSION_SECRET: 'a'.repeat(64),
      ALLOW_DEMO_OTP: '9876543210',
    },
    ['DATA_KEY'],
  ],
])('the command ends with one line that names the variables where %s', async (_, env, names) => {
  const ended = spawnRemixServe({ PATH: process.env.PATH, PORT: String(await findFreePort()), ...env })
  let said = ''
  ended.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const code = await new Promise((resolve) => ended.once('close', resolve))
  expect(code).toBe(1)
  const lines = said.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect([...lines[0]!.matchAll(/([A-Z][A-Z_]+): /g)].map(([, name]) => name)).toEqual(names)
})

const post = (path: string, headers: Record<string, string>, body: BodyInit = 'from=/') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

test('a form from another site is refused, whatever Host and X-Forwarded-Host are', async () => {
  const { visitor } = await signedIn()
  const Cookie = `token=${visitor.cookies.get('token')!}`
  const origins = ['https://evil.example', 'null']
  for (const path of ['/auth/sign-out', '/newsletter', '/Account/Wallet', '/CouponsDetails/x'])
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      ...origins.map((Origin) => ({ Origin, 'X-Forwarded-Host': 'evil.example' })),
      {},
    ])
      // 500 is Remix's own check of Origin against Host on page routes (server/remix-handler.ts); neither changes anything.
      expect([403, 500]).toContain(
        (await post(path, { Cookie, ...headers } as Record<string, string>)).status,
      )
  expect((await visitor.get('/Account')).status).toBe(200)
})

test('bodies are limited before they are parsed', async () => {
  const same = { 'Sec-Fetch-Site': 'same-origin' }
  expect((await post('/newsletter', same, 'a'.repeat(70_000))).status).toBe(413)
  expect((await post('/newsletter', { ...same, 'Content-Type': 'text/plain' }, 'a')).status).toBe(415)
})

test('hostile URLs cause no 5xx, no stack trace and no redirect to another site', async () => {
  const before = server.output().length
  const faults: string[] = []
  for (const text of RAW)
    for (const url of [
      `/Offers/${text}`,
      `/suggestions?q=saree${text}`,
      `/CouponFilters/All?q=saree${text}`,
      `/CouponFilters/All.data?q=saree${text}`,
      `/${text}`,
      `/?dialog=${text}`,
    ])
      faults.push(...listFaults(await rawGet(port, url), url))
  for (const url of ['//x//evil.example?dialog=logout', '//evil.example/?dialog=logout', '///evil.example'])
    faults.push(...listFaults(await rawGet(port, url), url))
  // remix-serve's own refusals have no Cache-Control.
  expect(faults.filter((fault) => !fault.startsWith('no Cache-Control'))).toEqual([])
  expect(server.output().slice(before)).not.toContain('"level":"error"')
})

test('an address with empty segments is refused without a warning for each link', async () => {
  const before = server.output().length
  expect((await rawGet(port, `/x//${'b'.repeat(7000)}`)).status).toBe(400)
  expect(server.output().slice(before)).not.toContain('Pathnames')
})

test('pages have the CSP, and members’ pages are not cached', async () => {
  const { visitor } = await signedIn()
  const page = await fetch(`http://127.0.0.1:${port}/Account`, {
    headers: { Cookie: `token=${visitor.cookies.get('token')!}` },
  })
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'sha256-/)
  expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
})
