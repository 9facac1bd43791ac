import type { Message, MessageAction } from './message'

export interface Notice extends Message {
  tone: 'success' | 'error' | 'warning'
  /** Milliseconds after which the notice disappears; without it, at the next page. */
  lasts?: number
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
