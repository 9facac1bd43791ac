/** One-click links (RFC 8058): each identifies one switch of one member, or one subscription, and needs no session. */
import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { findSubscription, unsubscribeFromNewsletter } from './newsletter.server'
import { readChoices, saveChoices } from './deliveries/choices.server'
import { SWITCHED_TOPICS, type SwitchedTopic } from './topics'
import { signSwitch, signUnfollow } from './unsubscribe-paths.server'

type Target = { userId: number; topic: SwitchedTopic } | { subscription: string }

function readToken(token: string): Target | null {
  const [, list] = /^list-([\w-]{1,100})$/.exec(token) ?? []
  if (list) return { subscription: list }
  const [, word, id, signature = ''] = /^([a-z]{1,20})-(\d{1,15})-([0-9a-f]{32})$/.exec(token) ?? []
  const topic = SWITCHED_TOPICS.find((one) => one === word)
  const userId = Number(id)
  return topic && isSigned(signature, signSwitch(userId, topic)) ? { userId, topic } : null
}

const isSigned = (signature: string, wanted: string) =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(wanted))

export interface Unfollow {
  userId: number
  store: string
}

/** The store of a mail's link that ends the following of it. Null: another link, or an invalid one. */
export function readUnfollow(token: string, store: string): Unfollow | null {
  const [, id, signature = ''] = /^store-(\d{1,15})-([0-9a-f]{32})$/.exec(token) ?? []
  const userId = Number(id)
  return id !== undefined && isSigned(signature, signUnfollow(userId, store)) ? { userId, store } : null
}

export interface Switch {
  topic: SwitchedTopic
  on: boolean
  /** Push messages of this topic go on. */
  push?: boolean
}

export async function findSwitch(token: string): Promise<Switch | null> {
  const target = readToken(token)
  if (!target) return null
  if ('subscription' in target) {
    const found = await findSubscription(target.subscription)
    return found && { topic: 'newsletter', on: !found.left }
  }
  const [choices, hasPush] = await Promise.all([readChoices(target.userId), hasDevice(target.userId)])
  const { email: on, push } = choices[target.topic]
  return { topic: target.topic, on, push: push && hasPush }
}

async function hasDevice(userId: number): Promise<boolean> {
  const { user_id, session } = pushSubscriptions
  return (await db.$count(pushSubscriptions, and(eq(user_id, userId), isNotNull(session)))) > 0
}

/** Idempotent. Null: the token is invalid. */
export async function switchOff(token: string): Promise<Switch | null> {
  const target = readToken(token)
  if (!target) return null
  if ('subscription' in target) await unsubscribeFromNewsletter(target.subscription)
  else await saveChoices(db, target.userId, [{ topic: target.topic, channel: 'email', wanted: false }])
  return findSwitch(token)
}
