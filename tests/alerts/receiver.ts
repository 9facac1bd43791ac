/** A receiver of alerts on this machine, and the webhook that leads to it. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from '~/env.server'

export const SECRET = 'a secret of alerts'

export interface Received {
  headers: http.IncomingHttpHeaders
  /** The body as it came. */
  text: string
  path: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** How the next ones are answered. */
  answer(response: http.ServerResponse): void
  close(): Promise<void>
}

/** Starts one that answers 200 unless told otherwise. */
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

/** Sends the alerts of this process there from now on; null: nowhere. */
export function sendTo(url: string | null): void {
  Object.assign(env(), {
    ALERT_WEBHOOK: url ?? undefined,
    ALERT_WEBHOOK_SECRET: url === null ? undefined : SECRET,
    ALERT_WEBHOOK_ALLOW: ['127.0.0.1'],
    ALERT_TIMEOUT_MS: 20_000,
  })
}
