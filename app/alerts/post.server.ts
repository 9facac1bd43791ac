/**
 * A POST to an address that the operator chose: bounded in time and size, no redirects, and to no private address that was
 * not allowed. What a name stands for is checked where the connection is made, so that a name that changes in between
 * leads nowhere else.
 */
import dns, { type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { literalAddress, mayReach } from '~/addresses'
import { ProviderFailure } from '~/ask.server'

/** Bytes of an answer that are kept; the rest is not read. */
const MOST_BYTES = 16 * 1024

export interface Post {
  url: URL
  headers: Record<string, string>
  body: string
  /** For all of it, in ms. */
  timeout: number
  /** Private addresses and ranges that it may go to. */
  allowed: readonly string[]
}

export interface Answer {
  status: number
  text: string
}

const NOT_ALLOWED = 'a private address'

/** Sends it and gives the answer, whatever its status. Throws ProviderFailure where there was none, or a redirect. */
export async function post({ url, headers, body, timeout, allowed }: Post): Promise<Answer> {
  const literal = literalAddress(url)
  if (literal !== null && !mayReach(literal, allowed)) throw new ProviderFailure(NOT_ALLOWED, false)
  const signal = AbortSignal.timeout(timeout)
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        lookup: lookupAllowed(allowed),
        signal,
      })
      request.once('error', reject)
      request.once('response', (response) => {
        readStart(response).then(
          (text) => resolve({ status: response.statusCode!, text }),
          (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
        )
      })
      request.end(body)
    })
    if (answer.status >= 300 && answer.status < 400) throw new ProviderFailure('redirect')
    return answer
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw new ProviderFailure('time-out')
    const { code } = error as NodeJS.ErrnoException
    throw new ProviderFailure(code ? `no connection: ${code}` : 'no connection')
  }
}

/** The first bytes of the answer; the connection is ended behind them. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.byteLength
    if (size >= MOST_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8')
}

type Waiting = (error: Error | null, addresses: LookupAddress[]) => void

/**
 * One question for a name at a time: a name server that does not answer holds a thread that hashes of passwords need, so
 * that the next attempt waits for the same answer instead of taking another one.
 */
const asked = new Map<string, Waiting[]>()

function lookUp(hostname: string, waiting: Waiting): void {
  const others = asked.get(hostname)
  if (others) return void others.push(waiting)
  asked.set(hostname, [waiting])
  dns.lookup(hostname, { all: true }, (error, addresses) => {
    const all = asked.get(hostname)!
    asked.delete(hostname)
    for (const one of all) one(error, addresses)
  })
}

/** As dns.lookup, without the addresses that are not allowed. */
const lookupAllowed =
  (allowed: readonly string[]): LookupFunction =>
  (hostname, options, told) =>
    lookUp(hostname, (error, addresses) => {
      if (error) return told(error, '', 4)
      const [first, ...others] = addresses.filter(({ address }) => mayReach(address, allowed))
      if (!first) return told(new ProviderFailure(NOT_ALLOWED, false), '', 4)
      if (options.all) return told(null, [first, ...others])
      told(null, first.address, first.family)
    })
