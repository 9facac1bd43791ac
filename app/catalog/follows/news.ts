/** What a member is told of the stores that they follow, as one message. */
import { catalogMessages } from '~/messages/catalog'
import { fill } from '~/messages/message'
import { paths } from '~/paths'
import { offersPath } from '../links'

/** What a store pays at most, in hundredths. */
export interface UpToNow {
  up_to_percent: bigint | null
  up_to_rupees: bigint | null
}

/** As pages show it: the percentage where there is one. Different units cannot be compared, so nothing rises. */
export function risesAbove(now: UpToNow, before: UpToNow): boolean {
  if (before.up_to_percent !== null)
    return now.up_to_percent !== null && now.up_to_percent > before.up_to_percent
  if (before.up_to_rupees !== null)
    return now.up_to_percent === null && now.up_to_rupees !== null && now.up_to_rupees > before.up_to_rupees
  return now.up_to_percent !== null || now.up_to_rupees !== null
}

export interface StoreNews {
  name: string
  couponCode: string
  /** '12.00%'; null: its rate is not higher. */
  rate: string | null
  /** Null: it paid nothing. */
  before: string | null
  /** New codes that are still there. */
  codes: number
}

const MOST_NAMED = 5

const { follow } = catalogMessages

export function writeNews(news: readonly StoreNews[]): { title: string; body: string; href: string } {
  const [first, ...more] = news
  if (!more.length) return { ...writeOne(first!), href: offersPath(first!.couponCode) }
  const left = news.length - MOST_NAMED
  const lines = news.slice(0, MOST_NAMED).map(writeLine)
  return {
    title: fill(follow.several, { n: news.length }),
    body: [...lines, ...(left > 0 ? [fill(follow.andMore, { n: left })] : [])].join(' '),
    href: paths.followedStores,
  }
}

function writeOne({ name: store, rate, before, codes }: StoreNews) {
  const codeText = codes ? countCodes(codes) : null
  if (!rate) return { title: `${store}: ${codeText}`, body: follow.onItsPage }
  return {
    title: fill(follow.rose, { store, rate }),
    body: [
      before ? fill(follow.before, { before }) : follow.nothingBefore,
      codeText && fill(follow.also, { codes: codeText }),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

const writeLine = ({ name, rate, codes }: StoreNews) =>
  `${name}: ${[rate && fill(follow.upTo, { rate }), codes && countCodes(codes)].filter(Boolean).join(', ')}.`

const countCodes = (n: number) => (n === 1 ? follow.oneCode : fill(follow.codes, { n }))
