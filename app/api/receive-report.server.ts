import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { PLAIN_TEXT, RETRY_AFTER } from '~/platform/config/caching'
import { readParameters, readRawRequest, readSignedParameters } from '~/http/parameters.server'
import { refusal } from '~/http/respond.server'
import { errorFacts, log } from '~/platform/log.server'
import { enqueuePostback } from '~/domain/tracking/inbox.server'
import { type NetworkName, networks } from '~/platform/config/networks'
import { readTest } from '~/domain/tracking/test-postbacks.server'
import { recordUse } from '~/domain/tracking/networks.server'
import {
  authenticate,
  isSenderAddress,
  requiresSignature,
  findSigningKey,
  removeSignature,
} from '~/domain/tracking/senders.server'

interface Read {
  raw: Record<string, string>
  key?: string
}

type Args = Pick<LoaderFunctionArgs | ActionFunctionArgs, 'request' | 'params' | 'context'>

/** Answers as the network expects. A secret in the path authenticates it. */
export async function receiveReport({ request, params, context }: Args): Promise<Response> {
  const { method } = request
  if (method !== 'GET' && method !== 'POST') return refusal(405, 'Method Not Allowed', { Allow: 'GET, POST' })
  const network = await findSender(params).catch(noteFailure)
  if (network === undefined) return refuseForNow()
  if (network === null) return refusal(403, 'Forbidden')
  if (!isSenderAddress(network, context.clientAddress ?? '')) return refusal(403, 'Forbidden')
  const read = requiresSignature(network)
    ? await readSigned(network, request)
    : { raw: await readParameters(request) }
  if (!read) return refusal(403, 'Forbidden')
  const { raw, key } = read
  const test = readTest(network, raw)
  if (test !== null) {
    log('info', 'test postback', { network, test })
    return buildAnswer(network, { 'X-Postback-Test': test })
  }
  try {
    await enqueuePostback({ network, method, raw })
  } catch (error) {
    // Do not rethrow: the path with its secret would be logged.
    noteFailure(error)
    return refuseForNow()
  }
  await recordUse(network, [params.secret ?? '', ...(key === undefined ? [] : [key])])
  return buildAnswer(network)
}

const findSender = ({ network = '', secret = '' }: Args['params']) =>
  authenticate(network.toLowerCase(), secret)

const noteFailure = (error: unknown): void => log('error', 'postback not stored', errorFacts(error))

/** The network sends it again. */
const refuseForNow = () => refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER })

const buildAnswer = (network: NetworkName, more?: Record<string, string>) =>
  new Response(networks[network].answer, {
    headers: { ...PLAIN_TEXT, ...more },
  })

/** Null: the signature is invalid. */
async function readSigned(network: NetworkName, request: Request): Promise<Read | null> {
  const rawRequest = await readRawRequest(request.clone())
  const key = findSigningKey(network, rawRequest)
  if (key === undefined) return null
  return { raw: removeSignature(network, await readSignedParameters(request, rawRequest)), key }
}
