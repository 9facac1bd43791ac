import type { Message } from './messages/message'

export interface NoticeAction {
  label: string
  href: string
}

export interface Notice extends Message {
  tone: 'success' | 'error' | 'warning'
  actions?: NoticeAction[]
  /** In ms; until the next page if not set. */
  lasts?: number
}

/** Without secrets, which are removed earlier. */
export interface FormFlash {
  form: string
  values: Record<string, string>
  errors: Record<string, string>
  /** The form shows the notice, instead of the top of the page. */
  inPlace?: boolean
}

export interface Flash {
  notice?: Notice
  form?: FormFlash
  /** The changed part of the page, which has the notice: 'bank', 'upi', 'withdrawal:12'. */
  saved?: string
  /** A guest's, for the offer's page: when, '5:15 am', the rate that it locked, '7.00%', or null, and its number. */
  visit?: { time: string; rate: string | null; number: string }
}

const createNotice =
  (tone: Notice['tone']) =>
  (message: Message, actions?: NoticeAction[]): Notice => ({ tone, ...message, ...(actions && { actions }) })

export const success = createNotice('success')
export const failure = createNotice('error')
export const warning = createNotice('warning')
