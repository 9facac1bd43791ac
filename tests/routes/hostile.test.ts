// Hostile requests to every route: no 5xx, no stack trace, no open redirect, always a Cache-Control, nothing stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor, origin, pathTo, routes, startServers, type Answer, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { stopServers, type TestServer } from '../support/servers'
import { countRows, listFaults, numbers, RAW, rawGet, TEXTS } from './hostility'

const DIALOGS = 'sign-in sign-up otp-sign-in forgot-password otp reset-password withdraw logout refer'.split(
  ' ',
)
const PARAMETERS = 'page q category show tab edit logout ref from key index __proto__ constructor'.split(' ')
const FIELDS =
  `username phone_number email password referred_by agreeToTerms rememberMe otp new_password confirm_password
  request_key acc_number acc_holder_name ifsc_code bank_name upi amount type feedback csrf dialog tab p1 conversion_id status
  sale_amount payout currency __proto__ constructor toString`.split(/\s+/)
const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']

const pages = Object.values(routes).filter(
  // The JSON API is tested in tests/api/fuzz.test.ts.
  (route) =>
    route && route.id !== 'root' && !route.id.endsWith('layout') && !route.id.startsWith('routes/api/'),
)
const paths = pages.map((route) => pathTo(route!.id))
const actions = pages.filter((route) => route!.module.action).map((route) => pathTo(route!.id))

let token: string
let before: Record<string, number>

beforeAll(async () => {
  const store = await addStore({ coupon_code: 'x', name: 'x' })
  await addOffer({ brand_id: store.id, slug: 'x', title: '100% off_all \\ today', code: 'SAVE' })
  const { id, visitor } = await signedIn()
  await saveUpiDetails(id, { upi: 'asha@bank' })
  token = visitor.cookies.get('token')!
  before = await countRows()
})

/** No rows were added, except by the running server itself, and what was searched for in vain. */
const OURS = { servers: 0, jobs: 0, missed_searches: 0 }
const expectNothingStored = async () =>
  expect({ ...(await countRows()), ...OURS }).toEqual({ ...before, ...OURS })

type Case = [what: string, send: (visitor: Visitor) => Promise<Answer>]

function newPerson(who: string): Visitor {
  const visitor = newVisitor()
  if (who === 'member') visitor.cookies.set('token', token)
  return visitor
}

/** Sends each request alternately as guest and member; returns the faults of the responses. */
async function sendAll(cases: Case[]): Promise<string[]> {
  const faults: string[] = []
  for (const [at, [what, send]] of cases.entries()) {
    const who = at % 2 ? 'member' : 'guest'
    faults.push(...listFaults(await send(newPerson(who)), `${who}: ${what}`.slice(0, 150)))
  }
  return faults
}

const get = (url: string): Case => [`GET ${url}`, (visitor) => visitor.get(origin + url)]
const toDataPath = (path: string) => `${path === '/' ? '/_root' : path}.data`
const encoded = [...TEXTS.map(encodeURIComponent), ...RAW]

describe.each(paths.filter((path) => path.includes('x')))('hostile path: GET %s', (path) => {
  test('answers without faults', async () => {
    const urls = encoded.map((text) => path.replace(/x(?=\/x$|$)/g, () => text))
    expect(await sendAll([...urls, ...encoded.map((text) => path + text)].map(get))).toEqual([])
    await expectNothingStored()
  })
})

/** Every second one; which ones depends on the length of the path, so that each is sent both ways to some routes. */
const pickHalf = <T>(all: readonly T[], path: string): T[] =>
  all.filter((_one, at) => at % 2 === path.length % 2)

describe.each([...paths, '/CouponFilters/All', '/CouponFilters/Travel'])(
  'hostile request: GET %s',
  (path) => {
    test('with hostile query parameters', async () => {
      // Invalid bytes are decoded before a route is found: the paths above and the sockets below have them.
      const queries = TEXTS.map(encodeURIComponent).map(
        (text) =>
          `${PARAMETERS.map((name) => `${name}=${text.slice(0, 200)}`).join('&')}&page=2&dialog=${text}&dialog=sign-in&${text}`,
      )
      expect(await sendAll(queries.map((query) => get(`${path}?${query}`)))).toEqual([])
      await expectNothingStored()
    })

    test('with every dialog, as a page or as data', async () => {
      const asData = pickHalf(DIALOGS, path)
      const urls = DIALOGS.map(
        (dialog) => `${asData.includes(dialog) ? toDataPath(path) : path}?dialog=${dialog}`,
      )
      expect(await sendAll(urls.map(get))).toEqual([])
      await expectNothingStored()
    })

    test('as data, with existing and unknown route ids', async () => {
      const ids = [
        '',
        'root',
        'nonsense',
        '__proto__',
        'routes/account/layout',
        '%00',
        ',',
        'root,'.repeat(500),
      ]
      const urls = [
        ...ids.map((id) => `${toDataPath(path)}?_routes=${id}`),
        `${path}?_data=root`,
        `${path}?_data=%00`,
      ]
      expect(await sendAll(urls.map(get))).toEqual([])
    })

    test('with methods that no form uses', async () => {
      const cases = METHODS.map((method): Case => [
        `${method} ${path}`,
        (visitor) => visitor.request(origin + path, { method }),
      ])
      expect(await sendAll(cases)).toEqual([])
      await expectNothingStored()
    })
  },
)

test.each(['/', '/Account', '/Singup', '/out/x', '/CouponsDetails/x', '/auth/otp'])(
  'GET %s with forged and duplicate cookies',
  async (path) => {
    const values = ['', 'x', '"', '%00', 'a'.repeat(43), 'x'.repeat(6000), '__proto__', token]
    const cookies = ['token', 'flash', 'join', 'kept', 'device', 'ref', '__proto__'].flatMap((name) =>
      values.flatMap((value) => [
        `${name}=${value}`,
        `${name}=${value}; ${name}=${value}`,
        `${name} = ${value};;=;`,
      ]),
    )
    const cases = cookies.map((Cookie): Case => [
      `${path} Cookie: ${Cookie}`,
      (visitor) => visitor.get(`${origin}${path}?dialog=sign-up`, { Cookie }),
    ])
    expect(await sendAll(cases)).toEqual([])
  },
)

/** The same hostile text in every field, in each form encoding. */
const bodies: [string, (from: string) => BodyInit, string?][] = [
  ...TEXTS.map((text): [string, (from: string) => BodyInit] => [
    `each field ${text}`,
    (from) => new URLSearchParams([['from', from], ...FIELDS.map((name) => [name, text.slice(0, 1500)])]),
  ]),
  [
    'each field twice',
    (from) => {
      const twice = ['-1', '<b>'].flatMap((value) => FIELDS.map((name) => [name, value]))
      return new URLSearchParams([['from', from], ...twice])
    },
  ],
  [
    'multipart with a NUL and with halves of a pair',
    (from) => {
      const form = new FormData()
      form.append('from', from)
      for (const name of FIELDS) form.append(name, '\0 \ud800 \udfff')
      return form
    },
  ],
  [
    'files where text is wanted',
    () => {
      const form = new FormData()
      for (const name of FIELDS) form.append(name, new File(['asha@mail.example'], '../../x.html'))
      return form
    },
  ],
  ['no fields', () => new URLSearchParams()],
  ['one endless field', () => new URLSearchParams({ email: 'a'.repeat(65_000) })],
  [
    'thousands of fields',
    () => Array.from({ length: 9000 }, (_, i) => `f${i}=`).join('&'),
    'application/x-www-form-urlencoded',
  ],
  [
    'bytes that are no UTF-8',
    () => new Uint8Array([0x65, 0x3d, 0xff, 0xfe, 0xc0, 0xaf]),
    'application/x-www-form-urlencoded',
  ],
  ['percent signs', () => '%=%&%zz=%zz&email=%ED%A0%80&%00=%00', 'application/x-www-form-urlencoded'],
  ['multipart without boundary', () => 'x', 'multipart/form-data'],
  [
    'multipart that breaks off',
    () => '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nx',
    'multipart/form-data; boundary=b',
  ],
  ['multipart without names', () => '--b\r\n\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
  ['JSON', () => '{"email":"a@mail.example"}', 'application/json'],
  ['JSON that is none', () => '{"a":', 'application/json'],
  ['JSON of a prototype', () => '{"__proto__":{"email":"a@b.example"},"p1":{"a":[1]}}', 'application/json'],
  ['deep JSON', () => '['.repeat(30_000), 'application/json'],
  ['text', () => 'email=a@mail.example', 'text/plain'],
  ['no type', () => new Uint8Array([1, 2, 3]), ''],
  ['a type that is none', () => 'x', ';;;=,'],
  ['another charset', () => 'email=a', 'application/x-www-form-urlencoded; charset=utf-16'],
]

/** Zod's default messages, which must not reach a page. */
const FOREIGN = /Invalid (?:input|option|UUID|string)|expected \w+, received|Too (?:big|small):/i

/** The page with the form, where its errors are shown. */
function getFormPage(path: string): string {
  if (path.startsWith('/Account')) return `/Account/Wallet?dialog=withdraw&edit=${path.split('/')[3] ?? ''}`
  return path.startsWith('/auth/') ? `/?dialog=${path.slice(6)}` : '/CouponsDetails/x'
}

/** Signing out legitimately changes the session. */
const changing = actions.filter((path) => path !== '/auth/sign-out')

describe.each(changing)('hostile request: POST %s', (path) => {
  test('with hostile bodies', async () => {
    const faults: string[] = []
    for (const [at, [what, body, type]] of bodies.entries()) {
      const who = at % 2 && !path.startsWith('/Account') ? 'guest' : 'member'
      const visitor = newPerson(who)
      const headers = new Headers({ 'Sec-Fetch-Site': 'same-origin' })
      if (type !== undefined) headers.set('Content-Type', type)
      const answer = await visitor.request(origin + path, {
        method: 'POST',
        body: body(getFormPage(path)),
        headers,
      })
      const page = answer.location ? await visitor.follow(answer) : answer
      const name = `${who}: ${what}`.slice(0, 150)
      faults.push(...listFaults(answer, name), ...listFaults(page, name))
      const foreign = FOREIGN.exec(page.text)
      if (foreign) faults.push(`${name} shows '${foreign[0]}'`)
    }
    expect(faults).toEqual([])
    await expectNothingStored()
  })

  test('with return paths to other sites and forged cookies', async () => {
    const forged = { Cookie: 'join=x; flash=x; token=x; token=y; ref=x' }
    const ownCookies = pickHalf(TEXTS, path)
    const cases = TEXTS.map((from): Case => [
      `from ${from}`,
      (visitor) =>
        visitor.post(origin + path, { from, otp: '1234' }, ownCookies.includes(from) ? {} : forged),
    ])
    expect(await sendAll(cases)).toEqual([])
    await expectNothingStored()
  })
})

test('POST /auth/sign-out with hostile bodies', async () => {
  const cases = bodies.map(([what, body, type]): Case => [
    what,
    (visitor) => {
      const headers = new Headers({ 'Sec-Fetch-Site': 'same-origin', Cookie: 'token=x' })
      if (type !== undefined) headers.set('Content-Type', type)
      return visitor.request(`${origin}/auth/sign-out`, { method: 'POST', body: body('/'), headers })
    },
  ])
  expect(await sendAll(cases)).toEqual([])
  await expectNothingStored()
})

test('/out answers 404 for an invalid id', async () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '9223372036854775807',
    '9223372036854775808',
    '999999999999999',
    '0x1',
    '%31%00',
  ]
  for (const id of ids) expect((await newVisitor().get(`${origin}/out/${id}`)).status).toBe(404)
  await expectNothingStored()
})

test('pages beyond the last and invalid page numbers answer 200', async () => {
  for (const path of ['/Deals', '/TopStores', '/Coupontopcodes', '/CouponFilters/All?show=all'])
    for (const page of ['-1', '1e9', '0', 'x', '999999999999', '1&page=2', '9999999'])
      expect(
        (await newVisitor().get(`${origin}${path}${path.includes('?') ? '&' : '?'}page=${page}`)).status,
      ).toBe(200)
})

test.each([
  ['%', true],
  ['_', true],
  ['\\', true],
  ['100% off_all \\', true],
  ['%%', false],
  ['1_0%', false],
  ['off\\_all', false],
])('a search for %j matches it literally', async (q, found) => {
  const { body } = await newVisitor().get(`${origin}/suggestions?q=${encodeURIComponent(q)}`)
  expect(JSON.parse(body).suggestions).toHaveLength(found ? 1 : 0)
})

test('no URL causes a redirect or link to another site', async () => {
  for (const start of [
    '//x//evil.example',
    '///evil.example',
    '//evil.example/%2e%2e//evil.example',
    '/.//evil.example',
  ])
    for (const dialog of DIALOGS) {
      const answer = await newVisitor().request(`${origin}${start}?dialog=${dialog}`)
      expect(listFaults(answer, start)).toEqual([])
      expect(answer.body).not.toMatch(/(?:href|action)="(?:https?:)?\/\/(?:x|evil\.example)/)
    }
})

describe('seeded pseudo-random requests', () => {
  const seed = Number(process.env.HOSTILE_SEED ?? 20_261_121)

  test(`seed ${seed} (HOSTILE_SEED=${seed} repeats it)`, async () => {
    const { pick, below, bytes } = numbers(seed)
    const text = () => (below(4) ? pick(TEXTS).slice(0, 300) : bytes(1 + below(40)))
    const cases = Array.from({ length: 400 }, (): Case => {
      const path = pick(paths.filter((one) => one !== '/auth/sign-out')).replace(/x(?=\/x$|$)/g, () =>
        below(2) ? 'x' : encodeURIComponent(text()),
      )
      const names = Array.from({ length: below(6) }, () =>
        below(3) ? pick([...PARAMETERS, 'dialog']) : text(),
      )
      const query = new URLSearchParams(names.map((name) => [name, below(3) ? text() : pick(DIALOGS)]))
      const url = `${below(5) ? path : toDataPath(path)}?${query}`
      if (below(2)) return get(url)
      const fields = Array.from({ length: below(12) }, (): [string, string] => [pick(FIELDS), text()])
      const headers: Record<string, string> = below(5)
        ? { 'Sec-Fetch-Site': 'same-origin' }
        : { Origin: text().replace(/[^ -~]/g, '') }
      return [
        `POST ${url} ${JSON.stringify(fields)}`,
        (visitor) =>
          visitor.request(origin + url, { method: 'POST', body: new URLSearchParams(fields), headers }),
      ]
    })
    expect(await sendAll(cases)).toEqual([])
    await expectNothingStored()
  })
})

describe('hostile request targets over a socket', () => {
  let server: TestServer
  beforeAll(async () => {
    ;[server] = (await startServers(1)) as [TestServer]
  })
  afterAll(stopServers)

  test('are answered with Cache-Control and without 5xx', async () => {
    const urls = [
      ...encoded.flatMap((text) => [
        `/Offers/${text}`,
        `/suggestions?q=${text}`,
        `/${text}`,
        `/?dialog=${text}`,
      ]),
      ...paths.flatMap((path) => [`${path}?q=%00&ref=%00`, `/${path}?dialog=logout`]),
      '//x//evil.example?dialog=logout',
      '//evil.example/%2f..?dialog=logout',
    ]
    const faults: string[] = []
    for (const url of urls) {
      const answer = await rawGet(server.port, url)
      faults.push(...listFaults(answer, url.slice(0, 120)))
    }
    for (const method of METHODS) {
      const answer = await rawGet(server.port, '/suggestions', method)
      faults.push(...listFaults(answer, method))
    }
    expect(faults).toEqual([])
    expect(server.output()).not.toMatch(/"status":5\d\d/)
    await expectNothingStored()
  })
})
