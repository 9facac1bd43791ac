/** Limits that all nodes share, counted in the table rate_limits. When the store is down they throw: who asks fails closed. */
import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { derivedKey } from '~/env.server'
import { db } from './client.server'

export interface Limit {
  /** Counts one more. Gives how long to wait, in whole minutes, when that is too many; else null. */
  take(key: string): Promise<{ minutes: number } | null>
  /** Counts one more, and says how many are left and in how many seconds all of them are again. */
  spend(key: string): Promise<{ refused: boolean; remaining: number; seconds: number }>
  /** Takes one back: what was counted before the work did not turn out to count. */
  giveBack(key: string): Promise<void>
  /** How long to wait, without counting; null when there is room. */
  peek(key: string): Promise<{ minutes: number } | null>
  /** Refuses everything for so long. */
  close(key: string, seconds: number): Promise<void>
  clear(key: string): Promise<void>
}

/**
 * The key under which an address is counted: an IPv4 address, or the /64 of an IPv6 one, '2001:db8:0:7', which is one
 * household.
 */
export function placeOf(address: string): { isIPv4: boolean; key: string } {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(plain) ? { isIPv4: true, key: plain } : { isIPv4: false, key: networkOf(plain) }
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]!.toLowerCase().split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const store = {
  query: async (q: { text: string; values?: unknown[] }) => {
    const rows = await db.$client.unsafe(q.text, q.values as never[])
    return { rows, rowCount: rows.length }
  },
}

/** Phone numbers and addresses are kept as keyed hashes. */
const hidden = (key: string) =>
  createHmac('sha256', derivedKey('limits')).update(key).digest('base64url').slice(0, 32)

const minutesOf = (ms: number) => ({ minutes: Math.max(1, Math.ceil(ms / 60_000)) })

/** One of them sweeps away, now and then, what has expired. */
let sweeps = false

/** `points` in any `seconds` that begin with the first; `name` tells its rows from those of other limits. */
export function defineLimit(name: string, points: number, seconds: number): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: store,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: !sweeps,
  })
  sweeps = true
  return {
    async take(key) {
      try {
        await limiter.consume(hidden(key))
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // What was refused does not count: else a burst would use up what its first one gives back.
        await limiter.reward(hidden(key))
        return minutesOf(refused.msBeforeNext)
      }
    },
    async spend(key) {
      const state = await limiter.consume(hidden(key)).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      return { refused: state.consumedPoints > points, remaining: state.remainingPoints, seconds }
    },
    async giveBack(key) {
      await limiter.reward(hidden(key))
    },
    async peek(key) {
      const state = await limiter.get(hidden(key))
      return state && state.consumedPoints >= points ? minutesOf(state.msBeforeNext) : null
    },
    async close(key, forSeconds) {
      await limiter.block(hidden(key), forSeconds)
    },
    async clear(key) {
      await limiter.delete(hidden(key))
    },
  }
}
