import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Until its headers came. */
  ms: number
  /** Of performance.now(). */
  endedAt: number
}

/** With a body it is a POST. */
export type Ask = (path: string, headers?: http.OutgoingHttpHeaders, body?: string) => Promise<Answer>

export const BROTLI = { 'Accept-Encoding': 'br' }

/** Keeps its connections. `always`: headers of each request. Requests beyond `maxSockets` wait. */
export function openClient(url: string, always: http.OutgoingHttpHeaders = {}, maxSockets = Infinity): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets })
  return (path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const options = { agent, headers: { ...always, ...headers }, method: body ? 'POST' : 'GET' }
      const finish = (answer: http.IncomingMessage) => {
        const ms = performance.now() - startedAt
        const { statusCode: status = 0, headers } = answer
        const end = () => resolve({ status, headers, ms, endedAt: performance.now() })
        answer.resume().once('end', end).once('error', reject)
      }
      http.request(new URL(path, url), options, finish).once('error', reject).end(body)
    })
}

/** Sends requests at a fixed rate, without waiting for earlier ones. */
export async function sendAtRate<Result>(
  { count, perSecond }: { count: number; perSecond: number },
  send: (n: number) => Promise<Result>,
): Promise<Result[]> {
  const begin = performance.now()
  const sent: Promise<Result>[] = []
  for (let n = 0; n < count; n++) {
    const wait = begin + (n * 1000) / perSecond - performance.now()
    if (wait > 1) await sleep(wait)
    sent.push(send(n))
  }
  return Promise.all(sent)
}

/** Repeats `work` over so many connections. Returns how often. */
export async function repeatWhile(
  isWanted: () => boolean,
  connections: number,
  work: () => Promise<unknown>,
): Promise<number> {
  let count = 0
  const worker = async () => {
    for (; isWanted(); count++) await work()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return count
}

/** True for so many seconds. */
export function forSeconds(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() < end
}
