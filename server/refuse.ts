import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { NO_STORE, PLAIN_TEXT } from '~/config/caching'
import type { FoundRoute } from '~/runtime/find-route'
import { listMethods } from './guard'

export interface RefusalPage {
  headers: [string, string][]
  body: string
}

function refusalBody(route: FoundRoute | null, text: string): { type: string; body: string } {
  if (route?.failures === 'json')
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ success: false, message: text }),
    }
  return { type: PLAIN_TEXT['Content-Type'], body: `${text}\n` }
}

export function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text?: string,
): void {
  const { type, body } = refusalBody(null, text ?? http.STATUS_CODES[status] ?? '')
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': NO_STORE,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Milliseconds for which the client may continue to send, so that it reads the refusal and not a reset. */
const DRAIN = 500
/** Longer for a file, which browsers send completely before they read. */
const DRAIN_FILE = 20_000
const LONGEST_FILE = 32 * 1024 * 1024

const chooseDrainTime = ({ headers }: IncomingMessage, page: RefusalPage | null) =>
  page &&
  /^\s*multipart\//i.test(headers['content-type'] ?? '') &&
  Number(headers['content-length']) <= LONGEST_FILE
    ? DRAIN_FILE
    : DRAIN

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { route = null, page = null }: { route?: FoundRoute | null; page?: RefusalPage | null } = {},
): void {
  response.setHeader('Connection', 'close')
  if (status === 405) response.setHeader('Allow', listMethods(route?.handle ?? {}).join(', '))
  const { type, body } = page
    ? { type: 'text/html; charset=utf-8', body: page.body }
    : refusalBody(route, http.STATUS_CODES[status] ?? '')
  for (const [name, value] of page?.headers ?? []) response.setHeader(name, value)
  response.writeHead(status, {
    'Content-Type': type,
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
