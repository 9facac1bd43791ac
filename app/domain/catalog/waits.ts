/** How long a store takes, and the dates expected from it (docs/rules.md#53). */
import { dayInIndia, HOUR_MS } from '~/platform/formats/dates'

type WaitStep = 'track' | 'confirm'

/** Hours; null: not known. */
interface Wait {
  p50: number | null
  p90: number | null
}

interface CountedWait extends Wait {
  sales: number
}

export type CountedWaits = Partial<Record<WaitStep, CountedWait>>
export type Waits = Record<WaitStep, Wait | null>

interface SaidWaits {
  tracks_in_hours: number | null
  confirms_in_days: number | null
}

export const DAY_HOURS = 24
const HALF_DAY = 12

const toSaid = (hours: number | null): Wait | null => (hours === null ? null : { p50: null, p90: hours })

/** The operator's words count only where nothing was counted; a count without a figure: too many still wait. */
export const chooseWaits = (counted: CountedWaits | null, said: SaidWaits): Waits => ({
  track: counted?.track ?? toSaid(said.tracks_in_hours),
  confirm:
    counted?.confirm ?? toSaid(said.confirms_in_days === null ? null : said.confirms_in_days * DAY_HOURS),
})

export interface Expectation {
  /** Nine of ten are done by the end of this day in India. */
  by: Date
  half: Date | null
  isLate: boolean
}

export function expectStep(since: Date, wait: Wait | null, now = new Date()): Expectation | null {
  if (!wait || wait.p90 === null) return null
  const after = (hours: number) => new Date(since.getTime() + hours * HOUR_MS)
  const by = after(wait.p90)
  return {
    by,
    half: wait.p50 === null ? null : after(wait.p50),
    isLate: dayInIndia(now).date > dayInIndia(by).date,
  }
}

const atLeastOne = (hours: number | null) => (hours === null ? null : Math.max(1, hours))

const toHalfDays = (hours: number | null) =>
  hours === null || hours <= HALF_DAY ? atLeastOne(hours) : Math.ceil(hours / HALF_DAY) * HALF_DAY

export interface StoreFacts {
  /** Hours within which nine of ten orders are tracked, and half of them are confirmed. */
  tracks: number | null
  confirms: number | null
  appOrders: boolean | null
  /** How many sales were counted; null: the figures are the operator's words, or there are none. */
  sales: number | null
}

/** What was counted of a store's orders, in hours; the operator's words are no record. */
export interface StorePast {
  sales: number
  tracks: number | null
  confirms: number | null
}

export function describePast(counted: CountedWaits | null): StorePast | null {
  const { track, confirm } = counted ?? {}
  const sales = (confirm ?? track)?.sales
  if (sales === undefined) return null
  return { sales, tracks: toHalfDays(track?.p90 ?? null), confirms: atLeastOne(confirm?.p50 ?? null) }
}

/** `counted` is of the store alone, because a network's other stores say nothing about it. */
export function describeStore(
  counted: CountedWaits | null,
  said: SaidWaits & { app_orders: boolean | null },
): StoreFacts {
  const { track, confirm } = counted ?? {}
  const { track: saidTrack, confirm: saidConfirm } = chooseWaits(null, said)
  return {
    tracks: track ? toHalfDays(track.p90) : (saidTrack?.p90 ?? null),
    confirms: confirm ? atLeastOne(confirm.p50) : (saidConfirm?.p90 ?? null),
    appOrders: said.app_orders,
    sales: (confirm ?? track)?.sales ?? null,
  }
}
