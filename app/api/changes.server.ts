import type { PayoutMethod } from '~/domain/wallet/destinations'
import type { SaveOutcome } from '~/domain/wallet/save-destination.server'
import { formatSaveOutcome, formatTooManyChanges } from '~/domain/wallet/save-destination.server'
import { refuseApi } from './refuse.server'

/** 201: first entry; 200: change. Throws 503 if not stored, 403 after a change of the number, 429 above three changes a day. */
export function sayChange(method: PayoutMethod, saved: SaveOutcome) {
  if (!saved.ok && saved.reason === 'too-many')
    throw refuseApi(429, formatTooManyChanges(saved.until), {
      error: saved.reason,
      headers: { 'Retry-After': String(Math.ceil((saved.until.getTime() - Date.now()) / 1000)) },
    })
  const message = formatSaveOutcome(method, saved).title
  if (!saved.ok) throw refuseApi(saved.reason === 'hidden' ? 403 : 503, message, { error: saved.reason })
  return saved.change === 'added'
    ? { status: 201 as const, body: { success: true as const, message } }
    : { status: 200 as const, body: { success: true as const, message } }
}
