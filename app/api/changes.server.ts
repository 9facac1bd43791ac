import type { PayoutMethod } from '~/wallet/details/payout-details'
import type { SaveOutcome } from '~/wallet/details/payout-details.server'
import { formatSaveOutcome } from '~/wallet/details/payout-details-texts'
import { refuseApi } from './refuse.server'

/** 201: first entry; 200: change. Throws 503 if not stored, 403 after a change of the number. */
export function sayChange(method: PayoutMethod, saved: SaveOutcome) {
  const message = formatSaveOutcome(method, saved).title
  if (!saved.ok) throw refuseApi(saved.reason === 'hidden' ? 403 : 503, message, { error: saved.reason })
  return saved.change === 'added'
    ? { status: 201 as const, body: { success: true as const, message } }
    : { status: 200 as const, body: { success: true as const, message } }
}
