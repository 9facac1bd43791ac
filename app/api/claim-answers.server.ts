import { formatClaimNumber } from '~/domain/tracking/claim-words'
import type { ListedClaim } from '~/domain/tracking/read-claims.server'
import { toRupees } from './answers.server'

export const toClaim = (claim: ListedClaim) => ({
  id: claim.id,
  number: formatClaimNumber(claim.id),
  kind: claim.kind,
  state: claim.state,
  visit: claim.visit,
  withdrawal: claim.withdrawal_id,
  store: claim.store,
  order_number: claim.order_number,
  amount: claim.amount_paise === null ? null : toRupees(claim.amount_paise),
  received_at: claim.created_at.toISOString(),
  answer_by: claim.answer_by.toISOString(),
  ended_at: claim.ended_at?.toISOString() ?? null,
  decline_reason: claim.state === 'declined' ? (claim.decline_reason ?? ('not-said' as const)) : null,
})
