/** Who may send a postback: by secret, by address and by signature, as the environment says for each network. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { env } from '~/env.server'
import { beginsJson } from '~/json'
import { isNetworkName, type NetworkName } from './networks'

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

type Prefix = Uppercase<NetworkName>
const prefixOf = (network: NetworkName) => network.toUpperCase() as Prefix

/** The secret of the network's URL; undefined: the network is closed. */
export const secretOf = (network: NetworkName): string | undefined =>
  network === 'trackier' ? env().trackierSecret : env()[`${prefixOf(network)}_SECRET`]

/** Whether the network has to sign what it sends. */
export const isToSign = (network: NetworkName) => env()[`${prefixOf(network)}_HMAC_KEY`] !== undefined

/** What the operator set for a network, without its secrets. */
export const settingsOf = (network: NetworkName) => ({
  open: secretOf(network) !== undefined,
  hmac: isToSign(network) ? env()[`${prefixOf(network)}_HMAC`] : null,
  cidrs: env()[`${prefixOf(network)}_CIDRS`],
})

/** Whether this is the network's secret, in constant time; a network without a secret is closed. */
export function isAuthentic(network: string, secret: string): network is NetworkName {
  const expected = isNetworkName(network) ? secretOf(network) : undefined
  return isSame(secret, expected ?? '') && expected !== undefined
}

const lists = new Map<string, BlockList>()

/** Whether the network sends from this address; from anywhere, where no ranges are set. */
export function isSenderAddress(network: NetworkName, address: string): boolean {
  const ranges = env()[`${prefixOf(network)}_CIDRS`]
  if (!ranges.length) return true
  const key = ranges.join()
  const list = lists.get(key) ?? listOf(ranges)
  lists.set(key, list)
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** What of a request can be signed, as sent. */
export interface Sent {
  headers: Headers
  query: string
  /** Empty where there is none. */
  body: string
}

/** Where the network puts its signature, and how it makes it. */
function signingOf(network: NetworkName) {
  const [place = '', algorithm = '', encoding = ''] = env()[`${prefixOf(network)}_HMAC`].split(' ')
  const [kind, name = ''] = place.split(':')
  return { isParameter: kind === 'parameter', name, algorithm, encoding }
}

/** Whether the postback bears the network's signature, in constant time; true where none was agreed on. */
export function isSigned(network: NetworkName, sent: Sent): boolean {
  const key = env()[`${prefixOf(network)}_HMAC_KEY`]
  if (key === undefined) return true
  const { isParameter, name, algorithm, encoding } = signingOf(network)
  const given = isParameter ? findParameter(name, sent) : sent.headers.get(name)
  const signed = sent.body || sent.query
  // JSON has no pairs to leave one out of: its signature stands in the URL.
  const text = isParameter && !beginsJson(signed) ? without(name, signed) : signed
  const made = createHmac(algorithm, key).update(text).digest()
  return encoding === 'hex'
    ? isSame((given ?? '').toLowerCase(), made.toString('hex'))
    : isSame(Buffer.from((given ?? '').replaceAll(' ', '+'), 'base64').toString('hex'), made.toString('hex'))
}

/** The parameters but for the signature, which signs all others and not itself. */
export function withoutSignature(
  network: NetworkName,
  parameters: Record<string, string>,
): Record<string, string> {
  const { isParameter, name } = signingOf(network)
  if (!isParameter) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([other]) => other !== name))
}

const findParameter = (name: string, { query, body }: Sent) =>
  new URLSearchParams(query).get(name) ?? new URLSearchParams(body).get(name)

/** The pairs as sent but for one. */
const without = (name: string, pairs: string) =>
  pairs
    .split('&')
    .filter((pair) => pair.split('=', 1)[0] !== name)
    .join('&')
