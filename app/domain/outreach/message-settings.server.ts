import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { subscriptions } from '~/platform/db/schema/notifications'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { subscribeToNewsletter, unsubscribeAddress } from './newsletter.server'
import { listChannels } from './deliveries/channels.server'
import {
  readChoices,
  saveChoices,
  type Choice,
  type Choices,
  type SwitchedChannel,
} from './deliveries/choices.server'
import { isOwnAddress } from './own-address.server'
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
  choices.newsletter.email = Boolean(user?.subscribed && isOwnAddress(user))
  return {
    choices,
    email: user?.email ?? '',
    emailState: channels.includes('email') ? findState(user) : 'missing',
    hasPush: channels.includes('push'),
  }
}

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

type SubscribeRefusal = Exclude<Awaited<ReturnType<typeof subscribeToNewsletter>>, Done>

/** Saves all six switches or none; the newsletter by e-mail is a subscription. `address`: the client's IP. */
export async function saveMessageSettings(
  id: number,
  input: z.output<typeof choicesSchema>,
  address = '',
): Promise<Done<{ needsConfirmation: boolean }> | SubscribeRefusal | Refused<'noAddress'>> {
  const { choices, email, emailState } = await readMessageSettings(id)
  const kept = FIELDS.filter(({ topic, channel }) => topic !== 'newsletter' || channel !== 'email').map(
    (one) => ({ ...one, wanted: input[`${one.topic}_${one.channel}`] }),
  )
  const isSubscribed = choices.newsletter.email
  if (input.newsletter_email && !isSubscribed) {
    if (!email) return refused('noAddress')
    const also = (tx: Tx) => saveChoices(tx, id, kept)
    const needsConfirmation = canSendMail() && emailState !== 'ready'
    return subscribeToNewsletter({ email }, address, { needsConfirmation, also })
  }
  await db.transaction(async (tx) => {
    if (!input.newsletter_email && isSubscribed) await unsubscribeAddress(email, tx)
    await saveChoices(tx, id, kept)
  })
  return done({ needsConfirmation: false })
}
