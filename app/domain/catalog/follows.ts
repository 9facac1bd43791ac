import { z } from 'zod/v4'
import { paths } from '~/paths'
import { offersPath } from './links'

export const followSchema = z.object({ follow: z.enum(['yes', 'no']) })

export const unfollowSchema = z.object({ store: z.string().min(1).max(200) })

/** What a store pays at most, in hundredths. */
export interface MaxRate {
  up_to_percent: bigint | null
  up_to_rupees: bigint | null
}

/** Compares what pages show. False also for different units, which cannot be compared. */
export function risesAbove(now: MaxRate, before: MaxRate): boolean {
  if (before.up_to_percent !== null)
    return now.up_to_percent !== null && now.up_to_percent > before.up_to_percent
  if (before.up_to_rupees !== null)
    return now.up_to_percent === null && now.up_to_rupees !== null && now.up_to_rupees > before.up_to_rupees
  return now.up_to_percent !== null || now.up_to_rupees !== null
}

export interface StoreNews {
  name: string
  couponCode: string
  rate: string | null
  before: string | null
  codes: number
}

const MOST_NAMED = 5

export function buildNews(news: readonly StoreNews[]): { title: string; body: string; href: string } {
  const [first, ...more] = news
  if (!more.length) return { ...formatOne(first!), href: offersPath(first!.couponCode) }
  const left = news.length - MOST_NAMED
  const lines = news.slice(0, MOST_NAMED).map(formatNewsLine)
  return {
    title: `News from ${news.length} stores that you follow`,
    body: [...lines, ...(left > 0 ? [`And ${left} more.`] : [])].join(' '),
    href: paths.followedStores,
  }
}

function formatOne({ name: store, rate, before, codes }: StoreNews) {
  const codeText = codes ? countCodes(codes) : null
  if (!rate) return { title: `${store}: ${codeText}`, body: 'You find it on the page of the store.' }
  return {
    title: `${store}: up to ${rate} now`,
    body: [
      before ? `Before, it was up to ${before}.` : 'Before, it paid nothing.',
      codeText && `It also has ${codeText}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

const formatNewsLine = ({ name, rate, codes }: StoreNews) =>
  `${name}: ${[rate && `up to ${rate} now`, codes && countCodes(codes)].filter(Boolean).join(', ')}.`

const countCodes = (n: number) => (n === 1 ? 'a new code' : `${n} new codes`)
