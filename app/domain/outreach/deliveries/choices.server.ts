import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { messageChoices } from '~/platform/db/schema/deliveries'
import { SWITCHED_TOPICS, WANTED_BY_DEFAULT, type SwitchedTopic } from '../topics'

export type SwitchedChannel = 'email' | 'push'

/** The newsletter by e-mail is not among them: it is a subscription of an address (../newsletter.server.ts). */
export type Choices = Record<SwitchedTopic, Record<SwitchedChannel, boolean>>

export async function readChoices(userId: number): Promise<Choices> {
  const rows = await db.select().from(messageChoices).where(eq(messageChoices.user_id, userId))
  const find = (topic: SwitchedTopic, channel: SwitchedChannel) =>
    rows.find((row) => row.topic === topic && row.channel === channel)?.wanted ?? WANTED_BY_DEFAULT[topic]
  return Object.fromEntries(
    SWITCHED_TOPICS.map((topic) => [topic, { email: find(topic, 'email'), push: find(topic, 'push') }]),
  ) as Choices
}

export interface Choice {
  topic: SwitchedTopic
  channel: SwitchedChannel
  wanted: boolean
}

export async function saveChoices(tx: Reader, userId: number, choices: Choice[]): Promise<void> {
  if (!choices.length) return
  await tx
    .insert(messageChoices)
    .values(choices.map((choice) => ({ user_id: userId, ...choice })))
    .onConflictDoUpdate({
      target: [messageChoices.user_id, messageChoices.topic, messageChoices.channel],
      set: { wanted: sql`excluded.wanted`, changed_at: sql`now()` },
      setWhere: sql`${messageChoices.wanted} <> excluded.wanted`,
    })
}
