// Requests with a hostile part, and the kind of table that the parsers of one part are listed in.
import type { IncomingMessage } from 'node:http'
import { buildAddressList } from '~/runtime/address-list'
import type { FoundRoute } from '~/runtime/find-route'

/** What parses, by name. */
export type Rows = [name: string, parse: (input: string) => unknown][]

export const ORIGIN = 'http://localhost:3000'
const SAME = { 'Sec-Fetch-Site': 'same-origin' }
/** Node accepts only Latin-1 without line breaks in headers. */
export const asHeader = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '~')
export const withHeader = (name: string, value: string, url = `${ORIGIN}/`) =>
  new Request(url, { headers: { ...SAME, [name]: asHeader(value) } })
export const post = (type: string, body: string) =>
  new Request(`${ORIGIN}/auth/sign-in`, { method: 'POST', body, headers: { ...SAME, 'Content-Type': type } })
export const incoming = (headers: Record<string, string>, url = '/') =>
  ({
    method: 'GET',
    url,
    headers: { host: 'localhost', ...headers },
    rawHeaders: ['Host', 'localhost'],
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage
export const asUrl = (text: string) => `${ORIGIN}/?${text}`
export const ROUTE: FoundRoute = {
  id: 'routes/home',
  path: '/',
  handle: { cache: 'guests' },
  isPage: true,
  failures: 'page',
}
export const RULES = {
  host: 'localhost',
  isDemo: true,
  trustedHops: 1,
  proxies: buildAddressList(['10.0.0.0/8', '127.0.0.1']),
  apiOrigins: [],
}
export const URLENCODED = 'application/x-www-form-urlencoded'
