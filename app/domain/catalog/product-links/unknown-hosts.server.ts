/** Counts the hosts whose products shoppers pasted, without the address and the person. */
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { countText, listCounts } from '../daily-counts.server'

const TABLE = { table: 'asked_hosts', column: 'host' } as const
const OF_AN_ADDRESS = 5
const DAY_SECONDS = 86_400

const perAddress = memoize(() =>
  defineAddressLimit('asked-hosts', { v4: OF_AN_ADDRESS, v6: OF_AN_ADDRESS }, DAY_SECONDS),
)

/** `address`: an IP, of which five a day are counted; '' skips the limit. */
export async function recordUnknownHost(host: string, address = '', now = new Date()): Promise<void> {
  if (address && (await consumeAll(perAddress()(address)))) return
  await countText(TABLE, host, now)
}

export type UnknownHost = { host: string; times: number; last_day: string }

export async function listUnknownHosts(
  days: number,
  limit: number,
  now = new Date(),
): Promise<UnknownHost[]> {
  const counts = await listCounts(TABLE, { days, limit, now })
  return counts.map(({ text: host, times, last_day }) => ({ host, times, last_day }))
}
