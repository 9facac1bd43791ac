/** Rate limits of mails with links. The answer is the same above a limit, so that it reveals nothing. */
import { env } from '~/config/env.server'
import { consumeAll, defineAddressLimit, defineLimit, type Counted } from '~/db/limits.server'
import { log } from '~/runtime/log.server'
import { listAddressLimits } from '../attempt-rules.server'

const HOUR_SECONDS = 3600

const PER_HOUR = 3
const PER_DAY = 6
const PER_CLIENT = 20

function define() {
  return {
    hour: defineLimit('link-mail-hour', PER_HOUR, HOUR_SECONDS),
    day: defineLimit('link-mail-day', PER_DAY, 24 * HOUR_SECONDS),
    client: defineAddressLimit('link-mail', { v4: PER_CLIENT, v6: PER_CLIENT }, HOUR_SECONDS),
    all: defineLimit('link-mail-all', env().LINK_MAILS_PER_HOUR, HOUR_SECONDS),
  }
}

let defined: ReturnType<typeof define> | undefined
const limits = () => (defined ??= define())

/** Counts a request of the client at the IP `address`, whether or not a mail follows. False: no mail is to be sent. */
export const consumeLinkRequest = async (address: string): Promise<boolean> =>
  isWithin(listAddressLimits(address, limits().client))

/** Counts a mail, just before it is queued: requests that send none must not use up the limit of an address or the global one. */
export async function consumeLinkMail(email: string): Promise<boolean> {
  const { hour, day, all } = limits()
  return isWithin([
    { limit: hour, key: email },
    { limit: day, key: email },
    { limit: all, key: 'all' },
  ])
}

/** Throws if the database is down. */
async function isWithin(counted: Counted[]): Promise<boolean> {
  const full = await consumeAll(counted)
  if (full) log('warn', 'mail with a link not sent: over a limit', {})
  return !full
}

export const isLinkMailBreakerOpen = async (): Promise<boolean> => (await limits().all.peek('all')) !== null
