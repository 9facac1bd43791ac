import { refuseApi } from './refuse.server'
import { messages } from '~/messages'

const { added, bankChanged, upiChanged, bankNotAdded, bankNotChanged, upiNotAdded, upiNotChanged } =
  messages.payoutDetails

const TEXTS = {
  bank: { changed: bankChanged, 'adding-failed': bankNotAdded, 'changing-failed': bankNotChanged },
  upi: { changed: upiChanged, 'adding-failed': upiNotAdded, 'changing-failed': upiNotChanged },
}

type Saved =
  { ok: true; change: 'added' | 'changed' } | { ok: false; reason: 'adding-failed' | 'changing-failed' }

/** 201 for the first entry, 200 for a change; throws a 503 if it was not stored. */
export function sayChange(method: keyof typeof TEXTS, saved: Saved) {
  if (!saved.ok)
    throw refuseApi(503, TEXTS[method][saved.reason].title, {
      error: saved.reason,
      headers: { 'Retry-After': '5' },
    })
  return saved.change === 'added'
    ? { status: 201 as const, body: { success: true as const, message: added.title } }
    : { status: 200 as const, body: { success: true as const, message: TEXTS[method].changed.title } }
}
