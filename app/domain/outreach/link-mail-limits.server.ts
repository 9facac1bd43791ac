/** Limits link mails to addresses that strangers may have typed. Above a limit the page's answer is the same. */
import { env } from '~/platform/config/env.server'
import { consumeAll, defineLimit, memoize } from '~/platform/db/limits.server'
import { findMailbox } from '~/platform/formats/email-address'
import { log } from '~/platform/log.server'

const HOUR_SECONDS = 3600

const AN_HOUR = 3
const A_DAY = 6
/** Their part of the limits above. A stranger can use it up for any address, which must leave links for the account. */
const NEWSLETTERS_AN_HOUR = 2
const NEWSLETTERS_A_DAY = 4
/** Beside the limits above: a stranger who knows the address of an account uses up neither its other links nor, by newsletters, these. */
const LOST_NUMBERS_AN_HOUR = 2
const LOST_NUMBERS_A_DAY = 4

type LinkMailKind = 'account' | 'newsletter' | 'lost number'

const limits = memoize(() => ({
  hour: defineLimit('link-mail-hour', AN_HOUR, HOUR_SECONDS),
  day: defineLimit('link-mail-day', A_DAY, 24 * HOUR_SECONDS),
  all: defineLimit('link-mail-all', env().LINK_MAILS_PER_HOUR, HOUR_SECONDS),
  newsletterHour: defineLimit('link-mail-newsletter-hour', NEWSLETTERS_AN_HOUR, HOUR_SECONDS),
  newsletterDay: defineLimit('link-mail-newsletter-day', NEWSLETTERS_A_DAY, 24 * HOUR_SECONDS),
  newsletter: defineLimit('link-mail-newsletter', Math.ceil(env().LINK_MAILS_PER_HOUR / 2), HOUR_SECONDS),
  numberHour: defineLimit('link-mail-number-hour', LOST_NUMBERS_AN_HOUR, HOUR_SECONDS),
  numberDay: defineLimit('link-mail-number-day', LOST_NUMBERS_A_DAY, 24 * HOUR_SECONDS),
}))

/** Call it just before queuing a mail, not for each request. False: above a limit. Throws without a database. */
export async function consumeLinkMail(email: string, kind: LinkMailKind = 'account'): Promise<boolean> {
  const { hour, day, all, newsletter, newsletterHour, newsletterDay, numberHour, numberDay } = limits()
  const key = findMailbox(email)
  const isNumber = kind === 'lost number'
  const full = await consumeAll([
    { limit: isNumber ? numberHour : hour, key },
    { limit: isNumber ? numberDay : day, key },
    { limit: all, key: 'all' },
    ...(kind === 'newsletter'
      ? [
          { limit: newsletterHour, key },
          { limit: newsletterDay, key },
          { limit: newsletter, key: 'all' },
        ]
      : []),
  ])
  if (full) log('warn', 'mail with a link not sent: over a limit', {})
  return !full
}

/** True while the limit over all addresses and clients is used up. */
export const isLinkMailBreakerOpen = async (): Promise<boolean> => (await limits().all.peek('all')) !== null
