import { blindIndex } from '~/platform/db/seal.server'
import { unsubscribePath } from '~/paths'
import type { SwitchedTopic } from './topics'

/** Never expires, because mails are kept for years: the key of blindIndex() never changes. */
export const writeUnsubscribePath = (userId: number, topic: SwitchedTopic): string =>
  unsubscribePath(`${topic}-${userId}-${signSwitch(userId, topic)}`)

export const writeNewsletterLeavePath = (token: string): string => unsubscribePath(`list-${token}`)

export const signSwitch = (userId: number, topic: string): string =>
  blindIndex(`unsubscribe:${userId}:${topic}`).slice(0, 32)
