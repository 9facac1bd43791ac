import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { NO_STORE, PLAIN_TEXT } from '~/platform/config/caching'
import type { FoundRoute } from '~/platform/find-route'
import { listMethods } from './guard'

export interface Refusal {
  headers: Record<string, string>
  body: string
}

export function renderRefusal(format: FoundRoute['failures'], text: string): Refusal {
  if (format !== 'json') return { headers: PLAIN_TEXT, body: `${text}\n` }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': NO_STORE }
  return { headers, body: JSON.stringify({ success: false, message: text }) }
}

export function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text?: string,
): void {
  const { headers, body } = renderRefusal('text', text ?? http.STATUS_CODES[status] ?? '')
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Milliseconds to send on, or the client reads a reset. Browsers send a whole file before they read. */
const DRAIN = 500
const DRAIN_FILE = 20_000
const LONGEST_FILE = 32 * 1024 * 1024

const chooseDrainTime = ({ headers }: IncomingMessage, page: Refusal | null) =>
  page &&
  /^\s*multipart\//i.test(headers['content-type'] ?? '') &&
  Number(headers['content-length']) <= LONGEST_FILE
    ? DRAIN_FILE
    : DRAIN

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { route = null, page = null }: { route?: FoundRoute | null; page?: Refusal | null } = {},
): void {
  response.setHeader('Connection', 'close')
  if (status === 405) response.setHeader('Allow', listMethods(route?.handle ?? {}).join(', '))
  const { headers, body } = page ?? renderRefusal(route?.failures ?? 'text', http.STATUS_CODES[status] ?? '')
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': NO_STORE,
  })
  if (request.method !== 'HEAD') response.write(body)
  const timer = setTimeout(() => response.end(), chooseDrainTime(request, page))
  const finish = () => {
    clearTimeout(timer)
    response.end()
  }
  if (request.complete) return finish()
  request.once('end', finish).once('error', finish).once('close', finish).resume()
}
