import { Argument, Command } from 'commander'
import { env } from '~/platform/config/env.server'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { RefusalError } from '~/desk/refusal'
import { listRunningServers, fingerprint } from '~/domain/tracking/networks.server'
import { NoAnswer, sendTest, type TestAnswer } from '~/domain/tracking/test-postbacks.server'
import { listSecrets, listStoredSecrets } from '~/domain/tracking/network-secrets.server'
import { listKeys } from '~/domain/tracking/senders.server'
import { print, printJson } from './terminal'

interface Options {
  old?: boolean
  post?: boolean
  to?: string
  json?: boolean
}

export const createNetworksCommands = (): Command[] => [
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
  const secret = (await listSecrets(network))[at]
  const isStored = (await listStoredSecrets()).some((one) => one.network === network)
  const name = `${network.toUpperCase()}_SECRET${old ? '_OLD' : ''}`
  if (secret === undefined)
    throw new RefusalError(
      isStored
        ? `${network} has no ${old ? 'former ' : ''}secret that is valid: \`networks secret ${network}\` makes one.`
        : `${name} is not set here: the sample needs it. Set it to the server's value.`,
    )
  const key = listKeys(network)[at] ?? listKeys(network)[0]
  const [server] = await listRunningServers()
  const publicOrigin = server?.publicOrigin ?? env().publicOrigin
  const origin = to ?? publicOrigin
  if (!URL.canParse(origin)) throw new RefusalError(`${origin} is no address such as http://127.0.0.1:3000.`)
  const { host } = new URL(publicOrigin)
  const { request, answer } = await sendTest({ network, secret, key, post, origin, host }).catch(
    refuseNoAnswer,
  )
  const ok = answer.status === 200 && answer.test === 'read'
  const known = isStored || server?.networks[network].secrets.includes(fingerprint(network, secret))
  const advice = ok ? null : formatAdvice(answer, { name, known })
  if (json) printJson({ ok, request, answer, advice })
  else {
    print`${request.method} ${request.url}`
    for (const [header, value] of Object.entries(request.headers)) print`${header}: ${value}`
    if (request.body !== null) print`\n${request.body}`
    print`\n${answer.status} ${answer.body}`
    if (ok)
      print`\nThe server took it and read it as a pending sale of Rs. 1,000.00. It is a test: nothing is stored.`
  }
  if (advice) throw new RefusalError(advice)
}

function refuseNoAnswer(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error
  throw new RefusalError(`${error.message} --to sends it elsewhere, such as http://127.0.0.1:3000.`)
}

function formatAdvice(
  { status, test }: TestAnswer,
  { name, known }: { name: string; known: boolean | undefined },
) {
  if (status === 403)
    return known === false
      ? `Refused: the running server does not have the ${name} of this command.`
      : 'Refused: the server has another secret or key, or accepts this network only from other addresses (…_CIDRS).'
  if (status === 200 && test !== null) return `The server took it, and could not read it: ${test}.`
  if (status === 200) return 'The responding server does not support test postbacks.'
  return `The server responded with ${status}; networks require 200.`
}
