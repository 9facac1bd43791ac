import { env } from '~/platform/config/env.server'
import { formatTooMany } from '~/messages/actions'
import { defineClientLimit, memoize } from '~/platform/db/limits.server'
import { refuseApi } from './refuse.server'

const limits = memoize(() => defineClientLimit('api', env().API_CALLS_PER_MINUTE, 60))

/** Counts by member, or by address. Throws the 429. The headers describe the narrowest or the full limit. */
export async function takeCall(userId: number | null, address: string, headers: Headers): Promise<void> {
  const spent = []
  for (const { limit, key } of limits()(userId, address)) spent.push(await limit.spend(key))
  const { remaining, seconds } = spent.find(({ refused }) => refused) ?? spent[0]!
  headers.set('RateLimit-Limit', String(env().API_CALLS_PER_MINUTE))
  headers.set('RateLimit-Remaining', String(remaining))
  headers.set('RateLimit-Reset', String(seconds))
  if (!spent.some(({ refused }) => refused)) return
  throw refuseApi(429, formatTooMany(1).text, {
    error: 'too-many',
    headers: { 'Retry-After': String(seconds) },
  })
}
