import { blindIndex } from '~/platform/db/seal.server'
import { unsubscribePath } from '~/paths'
import type { SwitchedTopic } from './topics'

/** Never expires, because mails are kept for years: the key of blindIndex() never changes. */
export const buildUnsubscribePath = (userId: number, topic: SwitchedTopic): string =>
  unsubscribePath(`${topic}-${userId}-${signSwitch(userId, topic)}`)

/** `store`: its coupon_code. */
export const buildUnfollowPath = (userId: number, store: string): string =>
  `${unsubscribePath(`store-${userId}-${signUnfollow(userId, store)}`)}?${new URLSearchParams({ store })}`

export const signUnfollow = (userId: number, store: string): string =>
  blindIndex(`unfollow:${userId}:${store}`).slice(0, 32)

export const buildNewsletterLeavePath = (token: string): string => unsubscribePath(`list-${token}`)

export const signSwitch = (userId: number, topic: string): string =>
  blindIndex(`unsubscribe:${userId}:${topic}`).slice(0, 32)
