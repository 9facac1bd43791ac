import http from 'node:http'
import type { Socket } from 'node:net'
import { NO_STORE } from '~/platform/config/caching'
import { LIMITS } from './guard'
import type { HeaderList } from './headers'

export type MalformedRequest = NodeJS.ErrnoException & { rawPacket?: Buffer }

export function answerMalformed(error: MalformedRequest, socket: Socket, headers: HeaderList): number | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return null
  }
  const status = chooseStatus(error)
  const lines = [
    ...headers,
    ['Connection', 'close'],
    ['Cache-Control', NO_STORE],
    ['Content-Length', '0'],
  ].map((header) => header.join(': '))
  socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'))
  destroySoon(socket)
  return status
}

const LINGER_MS = 1_000

/** A client that neither reads nor closes would keep its connection, and its request, for ever. */
export function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function chooseStatus(error: MalformedRequest): number {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 400
  const requestLine = error.rawPacket?.toString('latin1').split('\r\n', 1)[0] ?? ''
  return requestLine.length > LIMITS.url ? 414 : 431
}
