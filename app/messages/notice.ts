import type { Message, MessageAction } from './message'

export interface Notice extends Message {
  tone: 'success' | 'error' | 'warning'
  /** Milliseconds after which the notice disappears; without it, at the next page. */
  lasts?: number
}

/** Input that a form gets back. Secrets are removed before it is stored. */
export interface FormFlash {
  form: string
  values: Record<string, string>
  errors: Record<string, string>
  /** The notice is inside the form instead of at the top of the page. */
  inPlace?: boolean
}

export interface Flash {
  notice?: Notice
  form?: FormFlash
  /** The saved part of the page, where the notice is shown: 'bank', 'upi', 'messages', 'store-request', 'proof', 'withdrawal:12'. */
  saved?: string
  /** A guest's visit: its offer, its time ('5:15 am'), the locked rate ('7.00%') or null, and its number. */
  visit?: { offer: number; time: string; rate: string | null; number: string }
}

const createNotice =
  (tone: Notice['tone']) =>
  (message: Message, actions?: readonly MessageAction[]): Notice => ({
    tone,
    ...message,
    ...(actions && { actions }),
  })

export const success = createNotice('success')
export const failure = createNotice('error')
export const warning = createNotice('warning')
