import { isIP, type BlockList } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { RouteHandle } from '~/platform/route-handle'
import {
  LARGEST_DESK_BODY,
  LARGEST_FILE,
  LARGEST_MIXED_BODY,
  MOST_FIELDS,
  SMALL_BODY,
} from '~/platform/config/body-limits'
import type { FoundRoute } from '~/platform/find-route'
import { isListed } from '~/platform/formats/address-list'
import { isWellFormedUrl } from '~/platform/formats/well-formed-url'
import { getUrlPath } from '~/platform/formats/url-path'

/** URLs are limited in characters, bodies in bytes. */
export const LIMITS = {
  url: 8 * 1024,
  parameters: MOST_FIELDS,
  body: SMALL_BODY,
  upload: LARGEST_FILE + SMALL_BODY,
  mixed: LARGEST_MIXED_BODY,
  desk: LARGEST_DESK_BODY,
}

export interface Rules {
  host: string
  /** The host of DESK_ORIGIN, which serves only the desk; absent: the desk is part of the site. */
  deskHost?: string | undefined
  /** Also serves names of this machine, but no other name, because anybody can point one to 127.0.0.1. */
  isDemo: boolean
  trustedHops: number
  /** Whose X-Forwarded-For counts. */
  proxies: BlockList
  apiOrigins: readonly string[]
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export function checkRequest(request: IncomingMessage, rules: Rules, route: FoundRoute): number | null {
  const { method = '', url = '', headers } = request
  const { handle } = route
  const path = getUrlPath(url)
  if (!listMethods(handle).includes(method)) return 405
  if (!hasHost(request)) return 400
  if (!isOurHost(request, rules) && !isForMonitors(path)) return 421
  if (isElsewhere(headers.host!, rules, route)) return 404
  if (url.length > LIMITS.url) return 414
  if (!isWellFormedUrl(url, handle.query)) return 400
  if (url.slice(path.length).split('&').length > LIMITS.parameters) return 400
  if (Number(headers['content-length'] ?? 0) > getBodyLimit(request, route)) return 413
  return null
}

/** Monitors use the machine's address and send no X-Forwarded-For. */
export const isForMonitors = (path: string) => path === '/healthz' || path === '/readyz'

function hasHost({ rawHeaders, headers: { host } }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 && isHost(host ?? '')
}

const isHost = (host: string) => host.length <= 255 && HOST.test(host)

const SERVED_EVERYWHERE = new Set(['file', 'healthz', 'readyz'])

const isElsewhere = (host: string, { deskHost }: Rules, { id, handle }: FoundRoute): boolean =>
  deskHost !== undefined &&
  !SERVED_EVERYWHERE.has(id) &&
  (handle.priority === 'desk') !== (host.toLowerCase() === deskHost)

const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

function isOurHost(
  { headers: { host = '' } }: IncomingMessage,
  { isDemo, host: ours, deskHost }: Rules,
): boolean {
  const name = host.toLowerCase()
  return name === ours || name === deskHost || (isDemo && THIS_MACHINE.test(host))
}

export const hasServedHost = (request: IncomingMessage, rules: Rules): boolean =>
  hasHost(request) && isOurHost(request, rules)

export const listMethods = ({ api }: RouteHandle) => ['GET', 'HEAD', 'POST', ...(api ? ['PUT'] : [])]

export function getBodyLimit({ headers }: IncomingMessage, { handle }: Pick<FoundRoute, 'handle'>): number {
  if (!/^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')) return LIMITS.body
  if (handle.priority === 'desk') return LIMITS.desk
  // Of a browser in which nobody has signed in, the form would not be kept.
  const isKnown = /(?:^|;\s*)(?:token|device)=/.test(headers.cookie ?? '')
  return handle.body === 'mixed' && isKnown ? LIMITS.mixed : LIMITS.upload
}

const SPOOFABLE =
  `forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-port x-forwarded-server
  x-forwarded-prefix x-real-ip x-client-ip x-cluster-client-ip cf-connecting-ip true-client-ip fastly-client-ip
  x-original-url x-rewrite-url x-http-method-override x-client-address x-request-id`.split(/\s+/)

export function dropSpoofable(request: IncomingMessage): void {
  for (const name of SPOOFABLE) delete request.headers[name]
}

export interface Client {
  address: string
  /** Why the header does not say it: the entry is no address, so that `address` is the proxy's, or its sender is no proxy of ours. */
  ignored?: 'no-address' | 'no-proxy'
}

/** Reads the n-th entry of X-Forwarded-For from the right, because clients can forge those further left. */
export function readClientAddress(
  request: IncomingMessage,
  { trustedHops, proxies }: Pick<Rules, 'trustedHops' | 'proxies'>,
): Client {
  const socket = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (!trustedHops) return { address: socket }
  const header = request.headers['x-forwarded-for']
  if (!isListed(proxies, socket)) return { address: socket, ...(header && { ignored: 'no-proxy' }) }
  const claimed = stripPort(
    String(header ?? '')
      .split(',')
      .at(-trustedHops)
      ?.trim() ?? '',
  ).replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(claimed) ? { address: claimed } : { address: socket, ignored: 'no-address' }
}

function stripPort(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  if (bracketed !== undefined) return bracketed
  return text.replace(/^([\d.]+):\d+$/, '$1')
}
