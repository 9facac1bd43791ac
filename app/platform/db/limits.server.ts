/** Rate limits shared by all servers. They throw if the database is down, so that callers fail closed. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { deriveKey, env } from '~/platform/config/env.server'
import { listPrefixes, type Prefix } from '~/platform/formats/address-prefixes'
import { db } from './client.server'

export type Key = string | readonly [whole: string, part: string]

export interface RateLimit {
  consume(key: Key): Promise<{ minutes: number } | null>
  spend(key: Key): Promise<{ refused: boolean; remaining: number; seconds: number }>
  refund(key: Key): Promise<void>
  peek(key: Key): Promise<{ minutes: number } | null>
  count(key: Key): Promise<number>
  clear(key: string): Promise<void>
}

export interface Counted {
  limit: RateLimit
  key: Key
}

export function memoize<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** `v4` limits an IPv4 address, `v6` a /64; larger prefixes get multiples. */
export function defineAddressLimit(
  name: string,
  { v4, v6 }: { v4: number; v6: number },
  seconds: number,
): (address: string) => Counted[] {
  const { IPV6_56_TIMES, IPV6_48_TIMES } = env()
  const limits: Record<Prefix, RateLimit> = {
    32: defineLimit(`${name}-32`, v4, seconds),
    64: defineLimit(`${name}-64`, v6, seconds),
    56: defineLimit(`${name}-56`, v6 * IPV6_56_TIMES, seconds),
    48: defineLimit(`${name}-48`, v6 * IPV6_48_TIMES, seconds),
  }
  return (address) => listPrefixes(address).map(({ prefix, key }) => ({ limit: limits[prefix], key }))
}

/** Limits a member, or the address of a guest as defineAddressLimit() does. */
export function defineClientLimit(name: string, points: number, seconds: number) {
  const ofMember = defineLimit(name, points, seconds)
  const ofAddress = defineAddressLimit(name, { v4: points, v6: points }, seconds)
  return (userId: number | null, address: string): Counted[] =>
    userId === null ? ofAddress(address) : [{ limit: ofMember, key: `user:${userId}` }]
}

/** Counts one for each, or for none if one limit is reached; then returns the wait. */
export async function consumeAll(counted: Counted[]): Promise<{ minutes: number } | null> {
  for (const [at, { limit, key }] of counted.entries()) {
    const full = await limit.consume(key)
    if (!full) continue
    await refundAll(counted.slice(0, at))
    return full
  }
  return null
}

export async function refundAll(counted: Counted[]): Promise<void> {
  await Promise.all(counted.map(({ limit, key }) => limit.refund(key)))
}

const store = {
  query: async (q: { text: string; values?: unknown[] }) => {
    const rows = await db.$client.unsafe(q.text, q.values as never[])
    return { rows, rowCount: rows.length }
  },
}

const withHashedSubject = (key: Key): string =>
  typeof key === 'string' ? hashSubject(key) : key.map(hashSubject).join('.')
const hashSubject = (text: string) =>
  createHmac('sha256', deriveKey('limits')).update(text).digest('base64url').slice(0, 32)

const toMinutes = (ms: number) => ({ minutes: Math.max(1, Math.ceil(ms / 60_000)) })

let sweeps = false

/** `points` per window of `seconds`, which starts with the first request. */
export function defineLimit(name: string, points: number, seconds: number): RateLimit {
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
    async consume(key) {
      try {
        await limiter.consume(withHashedSubject(key))
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // A refused request does not count: a burst would otherwise use up what its first request refunds.
        await limiter.reward(withHashedSubject(key))
        return toMinutes(refused.msBeforeNext)
      }
    },
    async spend(key) {
      const state = await limiter.consume(withHashedSubject(key)).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      return { refused: state.consumedPoints > points, remaining: state.remainingPoints, seconds }
    },
    async refund(key) {
      await limiter.reward(withHashedSubject(key))
    },
    async peek(key) {
      const state = await limiter.get(withHashedSubject(key))
      return state && state.consumedPoints >= points ? toMinutes(state.msBeforeNext) : null
    },
    async count(key) {
      return (await limiter.get(withHashedSubject(key)))?.consumedPoints ?? 0
    },
    async clear(key) {
      const row = `${name}:${withHashedSubject(key)}`
      await db.execute(sql`DELETE FROM rate_limits WHERE key = ${row} OR starts_with(key, ${`${row}.`})`)
    },
  }
}
