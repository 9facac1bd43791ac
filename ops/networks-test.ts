import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { Argument, Command } from 'commander'
import { listCauses, findErrorCode } from '~/runtime/error-causes'
import { signParameters, listSecrets, listKeys } from '~/tracking/senders.server'
import { NETWORK_NAMES, type NetworkName } from '~/config/networks'
import { listRunningServers } from '~/tracking/running-servers.server'
import { fingerprint } from '~/tracking/secret-use.server'
import { testParameters } from '~/tracking/test-postback'
import { env } from '~/config/env.server'
import { print, printJson, RefusedCommand } from './terminal'

interface Options {
  old?: boolean
  post?: boolean
  to?: string
  json?: boolean
}

const PATIENCE_MS = 15_000

export const plainNetworksCommands = (): Command[] => [
  new Command('test')
    .description(
      'send the server a sample postback, signed if the network signs; nothing is credited or stored',
    )
    .addArgument(new Argument('<network>', 'its name').choices(NETWORK_NAMES))
    .option('--old', 'use the old secret and key')
    .option('--post', 'send a form by POST (default: GET)')
    .option('--to <origin>', 'server address to send to (default: PUBLIC_ORIGIN)')
    .option('--json', 'print a JSON object')
    .action(testNetwork),
]

async function testNetwork(network: NetworkName, { old, post, to, json }: Options): Promise<void> {
  const at = old ? 1 : 0
  const secret = listSecrets(network)[at]
  const name = `${network.toUpperCase()}_SECRET${old ? '_OLD' : ''}`
  if (secret === undefined)
    throw new RefusedCommand(`${name} is not set here: the sample needs it. Set it to the server's value.`)
  const key = listKeys(network)[at] ?? listKeys(network)[0]
  const [server] = await listRunningServers()
  const origin = to ?? server?.publicOrigin ?? env().publicOrigin
  if (!URL.canParse(origin))
    throw new RefusedCommand(`${origin} is no address such as http://127.0.0.1:3000.`)

  const { query, headers } = signParameters(network, testParameters(network), key)
  const url = (shown: string) =>
    `${new URL(origin).origin}/postback/${network}/${shown}${post ? '' : `?${query}`}`
  const method = post ? 'POST' : 'GET'
  const sent = { ...headers, ...(post && { 'Content-Type': 'application/x-www-form-urlencoded' }) }
  // The server refuses other hosts than its own.
  const host = new URL(server?.publicOrigin ?? env().publicOrigin).host
  const answer = await send(url(encodeURIComponent(secret)), {
    method,
    headers: { ...sent, Host: host },
    ...(post && { body: query }),
  })
  const ok = answer.status === 200 && answer.test === 'read'
  const known = server?.networks[network].secrets.includes(fingerprint(network, secret))
  const advice = ok ? null : adviceFor(answer, { name, known })
  const request = { method, url: url('••••'), headers: sent, body: post ? query : null }
  if (json) printJson({ ok, request, answer, advice })
  else {
    print`${method} ${url('••••')}`
    for (const [header, value] of Object.entries(sent)) print`${header}: ${value}`
    if (post) print`\n${query}`
    print`\n${answer.status} ${answer.body}`
    if (ok)
      print`\nThe server took it and read it as a pending sale of Rs. 1,000.00. It is a test: nothing is stored.`
  }
  if (advice) throw new RefusedCommand(advice)
}

interface Answer {
  status: number
  body: string
  /** Null: the server returned no test result. */
  test: string | null
}

interface Sample {
  method: string
  headers: Record<string, string>
  body?: string
}

async function send(url: string, { body, ...options }: Sample): Promise<Answer> {
  const { request } = url.startsWith('https:') ? https : http
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, { ...options, signal }, resolve)
        .once('error', reject)
        .end(body)
    })
    const test = answer.headers['x-postback-test']
    return {
      status: answer.statusCode ?? 0,
      body: (await text(answer)).slice(0, 500).trim(),
      test: typeof test === 'string' ? test : null,
    }
  } catch (error) {
    const cause = findErrorCode(error) ?? String([...listCauses(error)].at(-1) ?? error)
    throw new RefusedCommand(
      `${new URL(url).origin} does not answer: ${cause}. --to sends it elsewhere, such as http://127.0.0.1:3000.`,
    )
  }
}

function adviceFor({ status, test }: Answer, { name, known }: { name: string; known: boolean | undefined }) {
  if (status === 403)
    return known === false
      ? `Refused: the running server does not have the ${name} of this command.`
      : 'Refused: the server has another secret or key, or accepts this network only from other addresses (…_CIDRS).'
  if (status === 200 && test !== null) return `The server took it, and could not read it: ${test}.`
  if (status === 200) return 'The responding server does not support test postbacks.'
  return `The server responded with ${status}; networks require 200.`
}
