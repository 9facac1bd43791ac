/** Each message as it is sent, for messages.txt and the pictures (scripts/mails.mjs). */
import type { OutgoingMessage } from '~/domain/outreach/deliveries/channel'
import { findKind } from '~/domain/outreach/topics'
import { buildMail } from '~/domain/outreach/email/build-mail.server'
import { addressMails } from './address-samples'
import { mails, notices } from './message-samples'

const outgoing: OutgoingMessage = {
  id: 1,
  key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  kind: '',
  topic: 'safety',
  userId: 1001,
  address: 'asha@mail.example',
  notification: null,
  mail: null,
  unsubscribe: null,
}

const allMails: typeof mails = [...mails, ...addressMails]

const examples: OutgoingMessage[] = [
  ...notices.map(({ reference, topic, ...notification }) => ({
    ...outgoing,
    kind: findKind(reference),
    topic,
    notification,
  })),
  ...allMails.map(({ kind, content, unsubscribe = null }) => ({
    ...outgoing,
    kind,
    topic: unsubscribe === null ? ('safety' as const) : ('newsletter' as const),
    mail: content,
    unsubscribe,
  })),
]

/** `picture`: the name of its file in docs/mails, without extension; unique. */
export function formatExamples() {
  const names = new Map<string, number>()
  return examples.map((example) => {
    const name = example.kind.replaceAll(/[^a-z\d]+/g, '-')
    const serial = (names.get(name) ?? 0) + 1
    names.set(name, serial)
    const { subject, text, html } = buildMail(example)
    return {
      kind: example.kind,
      topic: example.topic,
      picture: serial === 1 ? name : `${name}-${serial}`,
      subject,
      text,
      html,
    }
  })
}
