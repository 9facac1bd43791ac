/** What one answer tells the next page: a notice, by tone, and a form that came back. */
import type { Message } from './messages'

/** A way on from a notice: a link to a path of this site. */
export interface NoticeAction {
  label: string
  href: string
}

export interface Notice extends Message {
  tone: 'success' | 'error' | 'warning'
  /** What to do about it; the first is the usual one. */
  actions?: NoticeAction[]
  /** For how long it stands where scripts run, in ms; till the next page where it is not said. */
  lasts?: number
}

/** What was typed and what is wrong with it; secrets are left out before it gets here. */
export interface FormFlash {
  form: string
  values: Record<string, string>
  errors: Record<string, string>
  /** The notice stands at the form, not at the top of the page. */
  inPlace?: boolean
}

export interface Flash {
  notice?: Notice
  form?: FormFlash
  /** The part of the page that has just changed: 'bank', 'upi', 'withdrawal:12'. */
  saved?: string
}

const noticeOf =
  (tone: Notice['tone']) =>
  (message: Message, actions?: NoticeAction[]): Notice => ({ tone, ...message, ...(actions && { actions }) })

export const success = noticeOf('success')
export const failure = noticeOf('error')
export const warning = noticeOf('warning')
