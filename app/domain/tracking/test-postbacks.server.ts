import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import type { Names } from '~/platform/config/network'
import { type NetworkName, networks } from '~/platform/config/networks'
import { findErrorCode, listCauses } from '~/platform/error-causes'
import { readReport } from './reports'
import { signParameters } from './senders.server'

const TEST_CLICK = 'dealdwaar-test-click'

const VALUES: Required<Record<keyof Names, string>> = {
  click: TEST_CLICK,
  conversion: 'dealdwaar-test-sale',
  order: 'dealdwaar-test-order',
  sale: '1000.00',
  payout: '80.00',
  status: 'pending',
  currency: 'INR',
  goal: '',
  reason: '',
  ordered: '',
}

/** Under the network's own names; what it has no name for, or is empty, is left out. */
export const makeParameters = (
  network: NetworkName,
  values: Partial<Record<keyof Names, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(networks[network].postback).flatMap(([ours, [theirs]]) => {
      const value = values[ours as keyof Names]
      return theirs && value ? [[theirs, value]] : []
    }),
  )

const makeTestParameters = (network: NetworkName) => makeParameters(network, VALUES)

/** 'read' or the reason for quarantine; null: it is a real postback. */
export function readTest(network: NetworkName, raw: Record<string, string>): string | null {
  if (!Object.values(raw).includes(TEST_CLICK)) return null
  const read = readReport(networks[network], raw)
  if ('quarantined' in read) return read.quarantined
  return read.clickId === TEST_CLICK ? 'read' : null
}

const PATIENCE_MS = 15_000

export interface TestPostback {
  network: NetworkName
  secret: string
  key: string | undefined
  post: boolean | undefined
  origin: string
  host: string
}

export interface TestAnswer {
  status: number
  body: string
  test: string | null
}

/** The returned `request` hides the secret. Throws NoAnswer. */
export async function sendTest({ network, secret, key, post, origin, host }: TestPostback) {
  const { query, headers } = signParameters(network, makeTestParameters(network), key)
  const url = (shown: string) =>
    `${new URL(origin).origin}/postback/${network}/${shown}${post ? '' : `?${query}`}`
  const request = {
    method: post ? 'POST' : 'GET',
    url: url('••••'),
    headers: { ...headers, ...(post && { 'Content-Type': 'application/x-www-form-urlencoded' }) },
    body: post ? query : null,
  }
  return { request, answer: await send(url(encodeURIComponent(secret)), host, request) }
}

export class NoAnswer extends Error {}

async function send(
  url: string,
  host: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | null },
): Promise<TestAnswer> {
  const { request } = url.startsWith('https:') ? https : http
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, { method, headers: { ...headers, Host: host }, signal }, resolve)
        .once('error', reject)
        .end(body ?? undefined)
    })
    const test = answer.headers['x-postback-test']
    return {
      status: answer.statusCode ?? 0,
      body: (await text(answer)).slice(0, 500).trim(),
      test: typeof test === 'string' ? test : null,
    }
  } catch (error) {
    const cause = findErrorCode(error) ?? String([...listCauses(error)].at(-1) ?? error)
    throw new NoAnswer(`${new URL(url).origin} does not answer: ${cause}.`)
  }
}
