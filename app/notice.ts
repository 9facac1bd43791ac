/** What one answer tells the next page: a notice, by tone, and a form that came back. */
import type { Message } from './messages'

export interface Notice extends Message {
  tone: 'success' | 'error' | 'warning'
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
}

export const success = (message: Message): Notice => ({ tone: 'success', ...message })
export const failure = (message: Message): Notice => ({ tone: 'error', ...message })
export const warning = (message: Message): Notice => ({ tone: 'warning', ...message })
