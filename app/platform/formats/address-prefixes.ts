/** Rate limits count address prefixes, because one client may use many addresses. */
import { isIPv4 } from 'node:net'

export type Prefix = 32 | 64 | 56 | 48

/** Narrowest first: IPv4, or IPv6 /64 (a household), /56 and /48 (one hosting or tunnel customer). */
export function listPrefixes(address: string): { prefix: Prefix; key: string }[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return [{ prefix: 32, key: plain }]
  const groups = expandGroups(plain)
  const [a = '0', b = '0', c = '0', d = '0'] = groups
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    { prefix: 64, key: `${[a, b, c, d].join(':')}/64` },
    { prefix: 56, key: `${[a, b, c, upper].join(':')}/56` },
    { prefix: 48, key: `${[a, b, c].join(':')}/48` },
  ]
}

export const getNarrowestPrefix = (address: string): string => listPrefixes(address)[0]!.key

export const getWidestPrefix = (address: string): string => listPrefixes(address).at(-1)!.key

function expandGroups(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]!.toLowerCase().split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const gap = Math.max(0, 8 - front.length - back.length)
  const groups = tail === undefined ? front : [...front, ...Array<string>(gap).fill('0'), ...back]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}
