/** Answers to requests that are not carried out. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { isApi, methodsOf } from './guard'

/** A page in the place of the plain text. */
export interface Page {
  headers: [string, string][]
  body: string
}

/** A refusal's body: the JSON API speaks JSON, whoever refuses. */
function refusalBody({ url = '' }: IncomingMessage, text: string): { type: string; body: string } {
  if (isApi(url))
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ success: false, message: text }),
    }
  return { type: 'text/plain; charset=utf-8', body: `${text}\n` }
}

/** A short answer of the server itself. */
export function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text?: string,
): void {
  const { type, body } = refusalBody(request, text ?? http.STATUS_CODES[status] ?? '')
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** How long a refused client may go on sending, in ms, so that it reads the refusal instead of a broken connection. */
const DRAIN = 500
/** The same for a person's file, which a browser sends to its end before it looks at the answer. */
const DRAIN_FILE = 20_000
const LONGEST_FILE = 32 * 1024 * 1024

const drainOf = ({ headers }: IncomingMessage, page: Page | null) =>
  page &&
  /^\s*multipart\//i.test(headers['content-type'] ?? '') &&
  Number(headers['content-length']) <= LONGEST_FILE
    ? DRAIN_FILE
    : DRAIN

/** Answers at once, closes the connection, and reads no more than it must of what is still on its way. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: Page | null = null,
): void {
  response.setHeader('Connection', 'close')
  if (status === 405) response.setHeader('Allow', methodsOf(request.url ?? '').join(', '))
  const { type, body } = page
    ? { type: 'text/html; charset=utf-8', body: page.body }
    : refusalBody(request, http.STATUS_CODES[status] ?? '')
  for (const [name, value] of page?.headers ?? []) response.setHeader(name, value)
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  if (request.method !== 'HEAD') response.write(body)
  const timer = setTimeout(() => response.end(), drainOf(request, page))
  const finish = () => {
    clearTimeout(timer)
    response.end()
  }
  if (request.complete) return finish()
  request.once('end', finish).once('error', finish).once('close', finish).resume()
}
