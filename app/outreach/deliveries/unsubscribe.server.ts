/** One-click links (RFC 8058): each identifies one switch of one member, or one subscription, and needs no session. */
import { timingSafeEqual } from 'node:crypto'
import { db } from '~/platform/db/client.server'
import { findSubscription, unsubscribe } from '../newsletter.server'
import { readChoices, saveChoices } from './choices.server'
import { SWITCHED_TOPICS, type SwitchedTopic } from './topics'
import { signSwitch } from './unsubscribe-paths.server'

type Target = { userId: number; topic: SwitchedTopic } | { subscription: string }

function readToken(token: string): Target | null {
  const [, list] = /^list-([\w-]{1,100})$/.exec(token) ?? []
  if (list) return { subscription: list }
  const [, word, id, signature = ''] = /^([a-z]{1,20})-(\d{1,15})-([0-9a-f]{32})$/.exec(token) ?? []
  const topic = SWITCHED_TOPICS.find((one) => one === word)
  const userId = Number(id)
  return topic && timingSafeEqual(Buffer.from(signature), Buffer.from(signSwitch(userId, topic)))
    ? { userId, topic }
    : null
}

export interface Switch {
  topic: SwitchedTopic
  on: boolean
}

export async function findSwitch(token: string): Promise<Switch | null> {
  const target = readToken(token)
  if (!target) return null
  if ('subscription' in target) {
    const found = await findSubscription(target.subscription)
    return found && { topic: 'newsletter', on: !found.left }
  }
  const choices = await readChoices(target.userId)
  return { topic: target.topic, on: choices[target.topic].email }
}

/** Idempotent. Null: the token is invalid. */
export async function switchOff(token: string): Promise<Switch | null> {
  const target = readToken(token)
  if (!target) return null
  if ('subscription' in target) await unsubscribe(target.subscription)
  else await saveChoices(db, target.userId, [{ topic: target.topic, channel: 'email', wanted: false }])
  return findSwitch(token)
}
