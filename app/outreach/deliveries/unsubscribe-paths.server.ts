import { blindIndex } from '~/db/seal.server'
import { unsubscribePath } from '~/paths'
import type { SwitchedTopic } from './topics'

/** Stays valid for ever, because mails do: the key of blindIndex() never changes. */
export const writeUnsubscribePath = (userId: number, topic: SwitchedTopic): string =>
  unsubscribePath(`${topic}-${userId}-${signSwitch(userId, topic)}`)

/** `token` is that of the subscription. */
export const writeNewsletterLeavePath = (token: string): string => unsubscribePath(`list-${token}`)

export const signSwitch = (userId: number, topic: string): string =>
  blindIndex(`unsubscribe:${userId}:${topic}`).slice(0, 32)
