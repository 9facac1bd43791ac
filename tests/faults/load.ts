// Requests over kept connections without any retry: whatever a client would lose is counted.
import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Wish {
  /** A function: called for each request. */
  path: string | (() => string)
  /** Sent by POST if present; of the n-th request. */
  body?: (n: number) => string
  headers?: Record<string, string>
}

export interface Door {
  origin: string
  /** PEM of the certificate that the proxy shows. */
  ca?: string
  /** Of the Host header and the certificate, if it is not that of `origin`. */
  host?: string
}

export interface LoadReport {
  requests: number
  /** Without an answer, or with one that is neither 2xx nor 3xx: what happened, and how often. */
  lost: Map<string, number>
}

/** Connections that ask every PACE ms, and some that are idle between two requests. */
const BUSY = 12
const CALM = 12
const PACE = 10
/** In ms. Longer than the server takes to refuse under overload. */
const TIMEOUT = 60_000

/** Asks for `wishes` in turn until `isDone()`. `idle`: the longest time between two requests of a connection in ms. */
export async function runLoad(
  door: Door,
  wishes: readonly Wish[],
  isDone: (requests: number) => boolean,
  idle: number,
): Promise<LoadReport> {
  const report: LoadReport = { requests: 0, lost: new Map() }
  let next = 0
  const repeat = async (pause: (n: number) => number) => {
    const agent = new (door.origin.startsWith('https') ? https : http).Agent({
      keepAlive: true,
      maxSockets: 1,
    })
    for (let n = 0; !isDone(report.requests); n++) {
      const wish = wishes[next++ % wishes.length]!
      const path = typeof wish.path === 'string' ? wish.path : wish.path()
      const said = await askOnce(door, { ...wish, path }, agent, wish.body?.(next))
      report.requests++
      if (said !== 'answered') report.lost.set(said, (report.lost.get(said) ?? 0) + 1)
      const ms = pause(n)
      if (ms) await sleep(ms)
    }
    agent.destroy()
  }
  await Promise.all([
    ...Array.from({ length: BUSY }, () => repeat(() => PACE)),
    ...Array.from({ length: CALM }, (_, at) => repeat((n) => ((n * 7 + at * 13) % 50) * (idle / 50))),
  ])
  return report
}

function askOnce(
  door: Door,
  { path, headers }: Wish & { path: string },
  agent: http.Agent,
  body?: string,
): Promise<string> {
  const url = new URL(path, door.origin)
  const send = url.protocol === 'https:' ? https.request : http.request
  const form = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
  const named = door.host ? { Host: door.host } : {}
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve(`${body === undefined ? 'GET' : 'POST'} ${path}: ${error.code ?? error.message}`)
    const request = send(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...named, ...form, ...headers },
        timeout: TIMEOUT,
        ...(door.ca && { ca: door.ca, servername: door.host! }),
      },
      (response) => {
        response.once('error', failed)
        response.resume().once('end', () => {
          const { statusCode = 0 } = response
          const isFine = statusCode >= 200 && statusCode < 400
          resolve(isFine ? 'answered' : `${path}: ${statusCode}`)
        })
      },
    )
    request.once('timeout', () => request.destroy(new Error('no answer within a minute')))
    request.once('error', failed).end(body)
  })
}
