import { readBearer } from '~/api/request.server'
import { withdrawalKey } from '~/api/idempotency.server'
import { listPrefixes } from '~/runtime/address-prefixes'
import { readMediaType, readFormData } from '~/http/body.server'
import { readCookie } from '~/http/cookies.server'
import { takeFlash } from '~/http/flash.server'
import { requireSameOrigin } from '~/http/guard.server'
import { consumeDraft } from '~/http/form-draft.server'
import { isFromElsewhere } from '~/http/navigation.server'
import { isPersonal, sharedHeaders } from '~/http/page'
import { buildTooLargeRequest } from '~/http/too-large.server'
import { isNavigation } from '~/http/is-navigation'
import { findMissingCookiesFlash } from '~/http/probe.server'
import { readCacheKey } from '../server/cache/cache-key'
import { chooseEncoding } from '../server/encoding'
import { sendFile, type StaticFile } from '../server/files'
import { getBodyLimit, readClientAddress, checkRequest } from '../server/guard'
import { ORIGIN, asHeader, withHeader, post, incoming, ROUTE, RULES, type Rows } from './parsers-requests'

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

export const headers: Rows = [
  [
    'Headers of stored pages',
    (value) => readCacheKey(incoming({ cookie: value, 'save-data': value }), isPersonal, ROUTE),
  ],
  ['Accept-Encoding', (value) => chooseEncoding(value, ['br', 'gzip', 'identity'])],
  ['If-None-Match', (value) => sendFile(incoming({ 'if-none-match': value }), RESPONSE, FILE)],
  ['X-Forwarded-For', (value) => readClientAddress(incoming({ 'x-forwarded-for': value }), RULES)],
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
    (value) => findMissingCookiesFlash(withHeader('Cookie', value, `${ORIGIN}/?cookies=off`)),
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
