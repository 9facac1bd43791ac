/** Downloads by https from allowed hosts, with limits. Refuses private addresses; checks each redirect again. */
import https from 'node:https'
import type { IncomingMessage } from 'node:http'
import { isAllowedAddress, readLiteralAddress } from './addresses'
import { isListedHost } from './hosts'
import { createLookup, ADDRESS_NOT_ALLOWED } from './lookup.server'
import { ProviderFailure } from './call-provider.server'

export interface DownloadRules {
  hosts: readonly string[]
  mostBytes: number
  /** Milliseconds, redirects included. */
  timeout: number
  accept: string
  userAgent: string
  /** Private addresses that tests allow. */
  standIn?: { addresses: readonly string[]; ca: string }
}

const MOST_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Throws ProviderFailure, which contains no part of the response. */
export async function download(url: URL, rules: DownloadRules): Promise<Buffer> {
  const signal = AbortSignal.timeout(rules.timeout)
  try {
    return await follow(url, rules, signal)
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw new ProviderFailure('time-out')
    const { code } = error as NodeJS.ErrnoException
    throw new ProviderFailure(code ? `no connection: ${code}` : 'no connection')
  }
}

async function follow(first: URL, rules: DownloadRules, signal: AbortSignal): Promise<Buffer> {
  let url = first
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    check(url, rules)
    const response = await request(url, rules, signal)
    const status = response.statusCode!
    if (status === 200) return await readBody(response, rules.mostBytes)
    response.destroy()
    const location = response.headers.location ?? ''
    if (!REDIRECTS.has(status) || !URL.canParse(location, url)) throw new ProviderFailure(`status ${status}`)
    url = new URL(location, url)
  }
  throw new ProviderFailure('too many redirects')
}

function check(url: URL, { hosts, standIn }: DownloadRules): void {
  if (url.protocol !== 'https:') throw new ProviderFailure('not https', false)
  if (url.username || url.password) throw new ProviderFailure('a password in the address', false)
  if (!isListedHost(url.host, hosts))
    throw new ProviderFailure(`a host that is not allowed: ${url.host}`, false)
  const literal = readLiteralAddress(url)
  if (literal !== null && !isAllowedAddress(literal, standIn?.addresses ?? []))
    throw new ProviderFailure(ADDRESS_NOT_ALLOWED, false)
}

function request(url: URL, rules: DownloadRules, signal: AbortSignal): Promise<IncomingMessage> {
  const { accept, userAgent, standIn } = rules
  return new Promise((resolve, reject) => {
    https
      .get(url, {
        // Without compression content-length is reliable, and no small body becomes a large one.
        headers: { accept, 'accept-encoding': 'identity', 'user-agent': userAgent },
        agent: false,
        maxHeaderSize: 16 * 1024,
        lookup: createLookup(standIn?.addresses ?? []),
        ca: standIn?.ca,
        signal,
      })
      .once('response', resolve)
      .once('error', reject)
  })
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return refuse(response, 'a compressed body')
  if (Number(response.headers['content-length'] ?? 0) > most) return refuse(response, 'too large')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > most) return refuse(response, 'too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function refuse(response: IncomingMessage, kind: string): never {
  response.destroy()
  throw new ProviderFailure(kind)
}
