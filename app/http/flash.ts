import type { Notice } from '~/messages/notice'
import type { FormFlash } from './form/form-flash'

/** What the shop tells the page that a redirect leads to. */
export interface Flash {
  notice?: Notice
  form?: FormFlash
  /** The saved part of the page, where the notice is shown: 'bank', 'upi', 'messages', 'store-request', 'proof', 'withdrawal:12'. */
  saved?: string
  /** A guest's visit: its offer, its time ('5:15 am'), the locked rate ('7.00%') or null, and its number. */
  visit?: { offer: number; time: string; rate: string | null; number: string }
}
