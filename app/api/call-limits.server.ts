import { env } from '~/config/env.server'
import { type Counted, defineAddressLimit, defineLimit, type RateLimit } from '~/db/limits.server'
import { fill } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { refuseApi } from './refuse.server'

let limits: { ofUser: RateLimit; ofAddress: (address: string) => Counted[] } | undefined

function listCallLimits(userId: number | null, address: string): Counted[] {
  const most = env().API_CALLS_PER_MINUTE
  limits ??= {
    ofUser: defineLimit('api', most, 60),
    ofAddress: defineAddressLimit('api', { v4: most, v6: most }, 60),
  }
  return userId === null ? limits.ofAddress(address) : [{ limit: limits.ofUser, key: `user:${userId}` }]
}

/** Counts by member, or by address. Throws the 429. The headers describe the narrowest or the full limit. */
export async function takeCall(userId: number | null, address: string, headers: Headers): Promise<void> {
  const spent = []
  for (const { limit, key } of listCallLimits(userId, address)) spent.push(await limit.spend(key))
  const { remaining, seconds } = spent.find(({ refused }) => refused) ?? spent[0]!
  headers.set('RateLimit-Limit', String(env().API_CALLS_PER_MINUTE))
  headers.set('RateLimit-Remaining', String(remaining))
  headers.set('RateLimit-Reset', String(seconds))
  if (!spent.some(({ refused }) => refused)) return
  throw refuseApi(429, fill(siteMessages.limits.tooMany.text, { n: 1 }), {
    error: 'too-many',
    headers: { 'Retry-After': String(seconds) },
  })
}
