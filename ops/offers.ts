import type { OfferState } from '~/catalog/offer-state'
import type { PickedCampaign } from '~/catalog/find-campaign.server'
import { formatTime } from '~/formats/dates'

export const NO_CAMPAIGN = 'There is no such offer. `catalogue list` shows their numbers and slugs.'

/** Why an offer cannot be put where shoppers would look for it. */
export function explainNotShown(
  { title, hidden_reason, starts_at, ends_at }: PickedCampaign,
  state: OfferState,
): string {
  if (state === 'hidden') return `‘${title}’ is hidden: ${hidden_reason ?? 'no reason is recorded'}.`
  return state === 'ended'
    ? `‘${title}’ ended at ${formatTime(ends_at!)}.`
    : `‘${title}’ begins at ${formatTime(starts_at!)}.`
}
