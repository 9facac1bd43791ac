import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { log } from '~/platform/log.server'
import { listAddressLimits } from '../attempt-limits.server'

const OF_A_CLIENT = 20

const client = memoize(() => defineAddressLimit('link-mail', { v4: OF_A_CLIENT, v6: OF_A_CLIENT }, 3600))

/** Counts a request even if no mail follows. `address`: an IP. False: send none. Throws if the database is down. */
export async function consumeLinkRequest(address: string): Promise<boolean> {
  const full = await consumeAll(listAddressLimits(address, client()))
  if (full) log('warn', 'mail with a link not sent: over a limit', {})
  return !full
}
