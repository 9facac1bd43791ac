import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { subscriptions } from '~/db/schema/notifications'
import { done, type Done } from '~/outcome'
import { subscribe, unsubscribeAddress } from '../newsletter.server'
import { listChannels } from './channels.server'
import { readChoices, saveChoices, type Choice, type Choices, type SwitchedChannel } from './choices.server'
import { canSendMail } from './queue-mail.server'
import { SWITCHED_TOPICS, type SwitchedTopic } from './topics'

export interface MessageSettings {
  choices: Choices
  email: string
  emailState: 'ready' | 'unconfirmed' | 'stopped' | 'missing'
  hasPush: boolean
}

export async function readMessageSettings(userId: number): Promise<MessageSettings> {
  const { email, email_confirmed_at, email_stopped_at } = users
  const [[user], choices] = await Promise.all([
    db
      .select({ email, email_confirmed_at, email_stopped_at, subscribed: subscriptions.email })
      .from(users)
      .leftJoin(subscriptions, and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribed_at)))
      .where(eq(users.id, userId)),
    readChoices(userId),
  ])
  const channels = listChannels().map(({ name }) => name)
  choices.newsletter.email = Boolean(user?.subscribed && isOwn(user))
  return {
    choices,
    email: user?.email ?? '',
    emailState: channels.includes('email') ? findState(user) : 'missing',
    hasPush: channels.includes('push'),
  }
}

/** An address that nobody has confirmed may be a stranger's. Without mails none is ever confirmed. */
const isOwn = (user: Address) => !canSendMail() || user.email_confirmed_at !== null

type Address = Pick<typeof users.$inferSelect, 'email_confirmed_at' | 'email_stopped_at'>

function findState(user: Address | undefined): 'ready' | 'unconfirmed' | 'stopped' {
  if (user?.email_stopped_at) return 'stopped'
  return user?.email_confirmed_at ? 'ready' : 'unconfirmed'
}

type Field = `${SwitchedTopic}_${SwitchedChannel}`

const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const FIELDS: readonly Omit<Choice, 'wanted'>[] = SWITCHED_TOPICS.flatMap((topic) => [
  { topic, channel: 'email' as const },
  { topic, channel: 'push' as const },
])

export const choicesSchema = z.object({
  /** Distinguishes a form without any checked box from an empty form. */
  shown: z.literal(SWITCHED_TOPICS.join(' ')),
  ...(Object.fromEntries(FIELDS.map(({ topic, channel }) => [`${topic}_${channel}`, ticked])) as Record<
    Field,
    typeof ticked
  >),
})

type SubscribeRefusal = Exclude<Awaited<ReturnType<typeof subscribe>>, Done>

/** All six switches. The newsletter by e-mail is a subscription, which can be refused; then nothing is saved. */
export async function saveMessageSettings(
  { id, email }: { id: number; email: string },
  input: z.output<typeof choicesSchema>,
  address = '',
): Promise<Done | SubscribeRefusal> {
  const { choices, emailState } = await readMessageSettings(id)
  const subscribed = choices.newsletter.email
  // '': the member's address still waits to be confirmed.
  if (input.newsletter_email && !subscribed && email) {
    const answer = await subscribe({ email }, address, { isConfirmed: emailState === 'ready' })
    if (!answer.ok) return answer
  }
  if (!input.newsletter_email && subscribed) await unsubscribeAddress(email)
  const kept = FIELDS.filter(({ topic, channel }) => topic !== 'newsletter' || channel !== 'email')
  await saveChoices(
    db,
    id,
    kept.map((one) => ({ ...one, wanted: input[`${one.topic}_${one.channel}`] })),
  )
  return done()
}
