export interface OfferDates {
  starts_at: Date | null
  ends_at: Date | null
  hidden_at: Date | null
}

/** A draft is hidden for this reason until it is shown. */
export const DRAFT = 'draft'

export type OfferState = 'live' | 'hidden' | 'ended' | 'to come'

export function getOfferState(
  { hidden_at, starts_at, ends_at }: OfferDates,
  from = new Date(),
  to = from,
): OfferState {
  if (hidden_at) return 'hidden'
  if (ends_at && ends_at <= from) return 'ended'
  return starts_at && starts_at > to ? 'to come' : 'live'
}

export const formatOfferCount = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
