/** Every parser of request or feed data, with the longest input that can reach it. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describeAgent } from '~/accounts/sessions/agents'
import { findPasswordProblem, hashPassword } from '~/accounts/passwords.server'
import { maskName, normalizeEmail, normalizePhone, normalizeUsername } from '~/accounts/rules'
import { readBearer, readJson } from '~/api/request.server'
import { maskEmail } from '~/formats/email-address'
import { withdrawalKey } from '~/api/idempotency.server'
import { chooseCategories } from '~/catalog/lists/choose-categories'
import { cleanHtml, toPlainText, stripTags } from '~/catalog/feeds/clean-html.server'
import { parsePayout } from '~/catalog/feeds/payout'
import { readItems } from '~/catalog/feeds/read-items.server'
import { readRow, type Format } from '~/catalog/feeds/read-row.server'
import { readOpenShelves } from '~/catalog/home/home'
import { codePath, toMatchKey } from '~/catalog/links'
import { escapeLike } from '~/catalog/campaign-conditions.server'
import { slugify } from '~/catalog/slugs'
import { csvLine } from '~/formats/csv'
import { listPrefixes } from '~/runtime/address-prefixes'
import { readMediaType, readFormData } from '~/http/body.server'
import { readCookie } from '~/http/cookies.server'
import { takeFlash, writeFlash } from '~/http/flash.server'
import { requireSameOrigin } from '~/http/guard.server'
import { readForm } from '~/http/input.server'
import { consumeDraft } from '~/http/form-draft.server'
import { isFromElsewhere } from '~/http/navigation.server'
import { isPersonal, sharedHeaders } from '~/http/page'
import { readParameters } from '~/http/parameters.server'
import { buildTooLargeRequest } from '~/http/too-large.server'
import { openDialog, pageNumber, getPathname, safePath } from '~/http/urls'
import { isNavigation } from '~/http/is-navigation'
import { escapeJson, parseJsonTexts } from '~/formats/json'
import type { FoundRoute } from '~/runtime/find-route'
import { loggedPath } from '~/runtime/log.server'
import { parseAmount, parsePercent, MACHINE, SPREADSHEET, TYPED } from '~/formats/amounts'
import { networks } from '~/config/networks'
import { readReport, readReportRow } from '~/tracking/reports'
import { readAmountCell } from '~/wallet/settlement/cells'
import { bodyDigest, isHmac, parseBody } from '~/wallet/payout/signed.server'
import { providerReason } from '~/wallet/payout/port'
import { z } from 'zod/v4'
import { missingCookiesFlash } from '~/http/probe.server'
import { readCacheKey } from '../server/cache/cache-key'
import { chooseEncoding } from '../server/encoding'
import { findFile, sendFile, type StaticFile } from '../server/files'
import { getBodyLimit, readClientAddress, checkRequest } from '../server/guard'

const HEADER = 16 * 1024
const URL_LENGTH = 8 * 1024
export const BODY = 64 * 1024
const FEED_FIELD = 20_000

export interface Parser {
  name: string
  /** The longest input that can reach it. */
  most: number
  parse: (input: string) => unknown
}

const ORIGIN = 'http://localhost:3000'
const SAME = { 'Sec-Fetch-Site': 'same-origin' }
/** Node accepts only Latin-1 without line breaks in headers. */
const asHeader = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '~')
const withHeader = (name: string, value: string, url = `${ORIGIN}/`) =>
  new Request(url, { headers: { ...SAME, [name]: asHeader(value) } })
const post = (type: string, body: string) =>
  new Request(`${ORIGIN}/auth/sign-in`, { method: 'POST', body, headers: { ...SAME, 'Content-Type': type } })
const incoming = (headers: Record<string, string>, url = '/') =>
  ({
    method: 'GET',
    url,
    headers: { host: 'localhost', ...headers },
    rawHeaders: ['Host', 'localhost'],
    socket: {},
  }) as unknown as IncomingMessage
const asUrl = (text: string) => `${ORIGIN}/?${text}`
const ROUTE: FoundRoute = {
  id: 'routes/home',
  path: '/',
  handle: { cache: 'guests' },
  isPage: true,
  failures: 'page',
}
const RULES = { host: 'localhost', isDemo: true, trustedHops: 1, apiOrigins: [] }
const URLENCODED = 'application/x-www-form-urlencoded'

const FILE: StaticFile = {
  type: 'text/css',
  cacheControl: 'public',
  tag: 'x',
  bodies: { identity: Buffer.from('x') },
}
const RESPONSE = {
  setHeader: () => {},
  writeHead: () => RESPONSE,
  end: () => RESPONSE,
} as unknown as Parameters<typeof sendFile>[1]

const headers: [string, (value: string) => unknown][] = [
  [
    'Headers of stored pages',
    (value) => readCacheKey(incoming({ cookie: value, 'save-data': value }), isPersonal, ROUTE),
  ],
  ['Accept-Encoding', (value) => chooseEncoding(value, ['br', 'gzip', 'identity'])],
  ['If-None-Match', (value) => sendFile(incoming({ 'if-none-match': value }), RESPONSE, FILE)],
  ['X-Forwarded-For', (value) => readClientAddress(incoming({ 'x-forwarded-for': value }), 1)],
  ['Host', (value) => checkRequest(incoming({ host: value }), RULES, ROUTE)],
  [
    'Content-Type, before the application',
    (value) => getBodyLimit(incoming({ 'content-type': value }), ROUTE),
  ],
  ['Content-Length', (value) => checkRequest(incoming({ 'content-length': value }), RULES, ROUTE)],
  ['Cookie', (value) => readCookie(withHeader('Cookie', value), 'token')],
  ['Cookie, for the cache', (value) => sharedHeaders(withHeader('Cookie', value))],
  [
    'Cookie, with a file that is too large',
    (value) => buildTooLargeRequest(withHeader('Cookie', value, `${ORIGIN}/Account/image`)),
  ],
  ['Cookie flash', (value) => takeFlash(withHeader('Cookie', `flash=${value}`))],
  ['Cookie kept', (value) => consumeDraft(withHeader('Cookie', `kept=${value}`), 1)],
  [
    'Cookie, of a browser that keeps none',
    (value) => missingCookiesFlash(withHeader('Cookie', value, `${ORIGIN}/?cookies=off`)),
  ],
  ['Origin', (value) => requireSameOrigin(withHeader('Origin', value))],
  ['Sec-Fetch-Site', (value) => requireSameOrigin(withHeader('Sec-Fetch-Site', value))],
  ['Sec-Purpose', (value) => isNavigation(withHeader('Sec-Purpose', value))],
  [
    'Referer',
    (value) =>
      isFromElsewhere(
        new Request(ORIGIN, { headers: { 'Sec-Fetch-Dest': 'empty', Referer: asHeader(value) } }),
      ),
  ],
  ['Authorization', (value) => readBearer(withHeader('Authorization', `Bearer ${value}`))],
  ['Idempotency-Key', (value) => withdrawalKey(1, value)],
  ['Content-Type', (value) => readMediaType(withHeader('Content-Type', value))],
  ['Content-Type of a form', (value) => readFormData(post(`multipart/form-data; ${asHeader(value)}`, 'x'))],
  ['an address of the socket', (value) => listPrefixes(value)],
]

const addresses: [string, (value: string) => unknown][] = [
  ['before the application', (text) => checkRequest(incoming({}, `/${text}`), RULES, ROUTE)],
  ['query before the application', (text) => checkRequest(incoming({}, `/?${text}`), RULES, ROUTE)],
  ['of a file', (text) => findFile(new Map(), `/assets/${text}`)],
  ['in the log', (text) => loggedPath(`/postback/${text}`)],
  ['as a path', (text) => getPathname(`/${text}`)],
  ['as the way back', (text) => safePath(`/${text}`)],
  ['with a dialog', (text) => openDialog(`/?${text}`, 'sign-in')],
  ['query for the cache', (text) => sharedHeaders(new Request(asUrl(text)))],
  ['query of a postback', (text) => readParameters(new Request(asUrl(text)))],
  ['page', (text) => pageNumber(new URL(asUrl(`page=${text}`)))],
  ['open shelves', (text) => readOpenShelves(new URLSearchParams(text.replaceAll('&', '&show=')))],
  [
    'categories',
    (text) => chooseCategories([], undefined, new URLSearchParams(text.replaceAll('&', '&category='))),
  ],
  ['category', (text) => toMatchKey(text)],
  ['search', (text) => escapeLike(text)],
]

const OPTIONS = { form: 'x' }
const bodies: [string, (value: string) => unknown][] = [
  ['URL-encoded form', (text) => readForm(post(URLENCODED, text), z.object({}), OPTIONS)],
  [
    'URL-encoded form that is refused',
    (text) => readForm(post(URLENCODED, text), z.object({ x: z.string() }), OPTIONS),
  ],
  [
    'value of a URL-encoded form',
    (text) => readForm(post(URLENCODED, `x=${text.replaceAll('&', '~')}`), z.object({}), OPTIONS),
  ],
  ['multipart form', (text) => readFormData(post('multipart/form-data; boundary=b', text))],
  [
    'header of a part',
    (text) =>
      readFormData(
        post(
          'multipart/form-data; boundary=b',
          `--b\r\nContent-Disposition: form-data; ${text}\r\n\r\nx\r\n--b--`,
        ),
      ),
  ],
  [
    'content of a part',
    (text) =>
      readFormData(
        post(
          'multipart/form-data; boundary=b',
          `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${text}\r\n--b--`,
        ),
      ),
  ],
  [
    'flash of what was typed',
    (text) => writeFlash('/', { form: { form: 'x', values: { a: text, b: text.slice(9) }, errors: {} } }),
  ],
  [
    'flash of many fields',
    (text) =>
      writeFlash('/', {
        form: {
          form: 'x',
          values: Object.fromEntries(text.split('&').map((name) => [name, ''])),
          errors: {},
        },
      }),
  ],
  ['JSON of the API', (text) => readJson(post('application/json', text))],
  ['JSON with its numbers as text', (text) => parseJsonTexts(text)],
  ['JSON for the log', (text) => escapeJson(text)],
  ['JSON of a postback', (text) => readParameters(post('application/json', text))],
  ['form of a postback', (text) => readParameters(post(URLENCODED, text))],
  [
    'parameters of a postback',
    (text) =>
      Object.values(networks).map((network) => readReport(network, everyName(network.postback, text))),
  ],
  [
    'row of a report',
    (text) =>
      Object.values(networks).map((network) => readReportRow(network, everyName(network.columns, text))),
  ],
  [
    'webhook',
    (text) => [
      isHmac(text, 'hex', 'key', text),
      isHmac(text, 'base64', 'key', text),
      parseBody(text),
      bodyDigest(text),
    ],
  ],
  ['words of a provider', (text) => providerReason(text)],
  ['mobile number', normalizePhone],
  ['e-mail', normalizeEmail],
  ['name', normalizeUsername],
  ['masks', (text) => [maskName(text), maskEmail(text)]],
  ['chosen password', (text) => findPasswordProblem(text, { username: 'a', phone_number: '', email: '' })],
  ['amount', (text) => parseAmount(text, TYPED)],
  ['percentage', (text) => parsePercent(text, TYPED)],
  ['amount of a statement', (text) => readAmountCell(text, SPREADSHEET)],
  ['cell of a CSV', (text) => csvLine([text])],
]

const everyName = (names: object, text: string) =>
  Object.fromEntries(Object.values(names).flatMap((all: string[]) => all.map((name) => [name, text])))

const CONTEXT = { categories: new Map(), payout: null, awinPublisherId: '1', unknownCategory: () => {} }
/** A valid row with `text` in the column `name`. */
const row = (format: Format, name: string, text: string) => {
  const url = 'https://shop.example/'
  const link = `https://www.awin1.com/x?awinaffid=1&ued=${encodeURIComponent(url)}`
  const whole = {
    id: '1',
    promotionId: '1',
    title: 'x',
    url,
    ...(format === 'awin' && { urlTracking: link }),
  }
  return readRow({ ...whole, [name]: text }, format, CONTEXT)
}
const FIELDS: [Format, string[]][] = [
  [
    'dealdwaar',
    [
      'id',
      'title',
      'description',
      'kpi',
      'url',
      'tracking_url',
      'logo_url',
      'code',
      'payout',
      'categories',
      'starts_at',
      'guest_clicks',
    ],
  ],
  ['awin', ['promotionId', 'title', 'description', 'terms', 'url', 'urlTracking', 'endDate']],
]
const feeds: [string, (value: string) => unknown][] = [
  ['HTML', cleanHtml],
  ['HTML with a tag', (text) => cleanHtml(`<p>${text}`)],
  ['plain text', toPlainText],
  ['text of clean HTML', (text) => stripTags(cleanHtml(text))],
  ...FIELDS.flatMap(([format, names]) =>
    names.map((name): [string, (text: string) => unknown] => [
      `${format} ${name}`,
      (text) => row(format, name, text),
    ]),
  ),
]

async function readAll(text: string, encoding: 'json' | 'csv') {
  const rows = []
  for await (const item of readItems(Readable.from([Buffer.from(text)]), encoding, () => {})) rows.push(item)
  return rows
}

const files: [string, (value: string) => unknown][] = [
  ['JSON', (text) => readAll(`[${text}`, 'json')],
  ['JSON with an envelope', (text) => readAll(`{"a":${text}`, 'json')],
]

const named = (kind: string, most: number, rows: [string, Parser['parse']][]): Parser[] =>
  rows.map(([name, parse]) => ({ name: `${kind}: ${name}`, most, parse }))

export const PARSERS: Parser[] = [
  ...named('header', HEADER, headers),
  ...named('address', URL_LENGTH, addresses),
  ...named('body', BODY, bodies),
  ...named('field of a feed', FEED_FIELD, feeds),
  ...named('file', 8_000, files),
  // Each line is parsed separately, so fewer lines suffice to show the growth.
  ...named('file', 800, [['CSV', (text) => readAll(text, 'csv')]]),
  // Kept for the list of sessions, cut to 200 characters; titles have 300 at most, and what a payout says 40.
  ...named('User-Agent', 200, [['as words', describeAgent]]),
  ...named('title', 300, [
    ['as a slug', slugify],
    ['in an address', (title) => codePath({ slug: 'x', title, ambiguous: false })],
  ]),
  ...named('payout', 40, [['of a row', (text) => parsePayout(text, MACHINE)]]),
]

/** Their constant work hides that of small texts, so only the costly input is tested. */
export const SLOW_PARSERS: Parser[] = named('password', BODY, [['that is hashed', hashPassword]])
