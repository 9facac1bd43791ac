/** A local HTTP server that receives alerts, and the environment that points to it. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from '~/platform/config/env.server'

export const SECRET = 'a secret of alerts'

export interface Received {
  headers: http.IncomingHttpHeaders
  /** The raw body. */
  text: string
  path: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** Responds to the next requests. */
  answer(response: http.ServerResponse): void
  close(): Promise<void>
}

/** Starts a receiver that responds with 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, text, path: request.url! })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts?key=1`,
    received,
    answer: (response) => void response.end('thanks'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** Sets ALERT_WEBHOOK of this process; null unsets it. */
export function sendTo(url: string | null): void {
  Object.assign(env(), {
    ALERT_WEBHOOK: url ?? undefined,
    ALERT_WEBHOOK_SECRET: url === null ? undefined : SECRET,
    ALERT_WEBHOOK_ALLOW: ['127.0.0.1'],
    ALERT_TIMEOUT_MS: 20_000,
  })
}
