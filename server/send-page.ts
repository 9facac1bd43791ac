import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { sendResponse } from '@remix-run/node-fetch-server'
import { PRIVATE } from '~/platform/config/caching'
import { compress } from './encoding'

export async function sendPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rendered: Response,
): Promise<void> {
  const body = await compress(rendered, incoming.headers['accept-encoding'])
  if (outgoing.destroyed) return
  if (!body) return sendResponse(outgoing, withDefaults(rendered))
  const { headers, status } = rendered
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', PRIVATE)
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = headers.getSetCookie()
  if (cookies.length) outgoing.setHeader('Set-Cookie', cookies)
  outgoing.writeHead(status, getStatusText(rendered))
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

function withDefaults(response: Response): Response {
  const headers = new Headers(response.headers)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', PRIVATE)
  return new Response(response.body, {
    status: response.status,
    statusText: getStatusText(response),
    headers,
  })
}

const getStatusText = ({ status, statusText }: Response) => statusText || STATUS_CODES[status] || ''
