import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { BlockList } from 'node:net'
import { buildAddressList, isListed } from '~/platform/formats/address-list'
import { env } from '~/platform/config/env.server'
import { beginsJson } from '~/platform/formats/json'
import { isNetworkName, type NetworkName } from '~/platform/config/networks'
import { findSecret, listKnownSecrets, listVariableSecrets } from './network-secrets.server'

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

type Prefix = Uppercase<NetworkName>
const getPrefix = (network: NetworkName) => network.toUpperCase() as Prefix

export const listKeys = (network: NetworkName): string[] =>
  present([env()[`${getPrefix(network)}_HMAC_KEY`], env()[`${getPrefix(network)}_HMAC_KEY_OLD`]])

const present = (secrets: (string | undefined)[]) => secrets.filter((secret) => secret !== undefined)

export const requiresSignature = (network: NetworkName) => listKeys(network).length > 0

/** As the environment has it; `open` by a variable. */
export const describeSettings = (network: NetworkName) => ({
  open: listVariableSecrets(network).length > 0,
  hmac: requiresSignature(network) ? env()[`${getPrefix(network)}_HMAC`] : null,
  cidrs: env()[`${getPrefix(network)}_CIDRS`],
})

const findOwn = (secret: string) => (secrets: string[]) => findSame(secrets, (one) => isSame(one, secret))

/** Null: no network has this secret. Throws where the database is away and its secrets were never read. */
export async function authenticate(network: string, secret: string): Promise<NetworkName | null> {
  if (!isNetworkName(network)) return null
  return (await findSecret(network, findOwn(secret))) === undefined ? null : network
}

/** Constant time; compares a dummy if there is no secret. */
function findSame(secrets: string[], fits: (secret: string) => boolean): string | undefined {
  const found = (secrets.length ? secrets : ['']).map((secret) => fits(secret))
  return secrets.find((_, at) => found[at])
}

const lists = new Map<string, BlockList>()

export function isSenderAddress(network: NetworkName, address: string): boolean {
  const ranges = env()[`${getPrefix(network)}_CIDRS`]
  if (!ranges.length) return true
  const key = ranges.join()
  const list = lists.get(key) ?? buildAddressList(ranges)
  lists.set(key, list)
  return isListed(list, address)
}

/** By what this process knows, for the order of requests under overload. */
export function isFromNetwork(path: string, address: string): boolean {
  const [, , network = '', secret = ''] = path.split('/').map(decodeURIComponent)
  const name = network.toLowerCase()
  if (!isNetworkName(name) || findOwn(secret)(listKnownSecrets(name)) === undefined) return false
  return isSenderAddress(name, address)
}

export interface SignedRequest {
  headers: Headers
  query: string
  body: string
}

function readSigning(network: NetworkName) {
  const [kind, name = '', algorithm = '', encoding] = env()[`${getPrefix(network)}_HMAC`].split(':')
  return { isParameter: kind === 'parameter', name, algorithm, encoding: encoding as 'hex' | 'base64' }
}

export function findSigningKey(network: NetworkName, sent: SignedRequest): string | undefined {
  const { isParameter, name, algorithm, encoding } = readSigning(network)
  const signature = isParameter ? findParameter(name, sent) : sent.headers.get(name)
  const signed = sent.body || sent.query
  // A JSON body is signed as a whole, with the signature in the URL.
  const text = isParameter && !beginsJson(signed) ? without(name, signed) : signed
  const hex =
    encoding === 'hex'
      ? (signature ?? '').toLowerCase()
      : Buffer.from((signature ?? '').replaceAll(' ', '+'), 'base64').toString('hex')
  return findSame(listKeys(network), (key) =>
    isSame(hex, createHmac(algorithm, key).update(text).digest('hex')),
  )
}

export function signParameters(
  network: NetworkName,
  parameters: Record<string, string>,
  key: string | undefined,
): { query: string; headers: Record<string, string> } {
  const query = new URLSearchParams(parameters).toString()
  if (key === undefined) return { query, headers: {} }
  const { isParameter, name, algorithm, encoding } = readSigning(network)
  const signature = createHmac(algorithm, key).update(query).digest(encoding)
  return isParameter
    ? { query: `${query}&${name}=${encodeURIComponent(signature)}`, headers: {} }
    : { query, headers: { [name]: signature } }
}

export function removeSignature(
  network: NetworkName,
  parameters: Record<string, string>,
): Record<string, string> {
  const { isParameter, name } = readSigning(network)
  if (!isParameter) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([other]) => other !== name))
}

const findParameter = (name: string, { query, body }: SignedRequest) =>
  new URLSearchParams(query).get(name) ?? new URLSearchParams(body).get(name)

const without = (name: string, pairs: string) =>
  pairs
    .split('&')
    .filter((pair) => pair.split('=', 1)[0] !== name)
    .join('&')
