import { formatDate } from '~/platform/formats/dates'
import { upperFirst } from '~/platform/formats/upper-first'
import { fill } from '~/messages/message'
import { quarantineMessages } from '~/messages/quarantine'
import { findPostback, getPostbackState } from '~/domain/tracking/postbacks.server'
import { findPostbackSubject, type PostbackSubject } from '~/domain/tracking/postback-facts.server'
import { explainQuarantine } from '~/desk/quarantine-words'
import type { Reply } from './reply'

const { letter } = quarantineMessages

/** The question about a report in quarantine. It names no member. */
export async function listNetworkLetters(id: number): Promise<Reply[]> {
  const row = await findPostback(id)
  if (!row || getPostbackState(row) !== 'quarantined') return []
  const { ask } = explainQuarantine(row.reason)
  const subject = await findPostbackSubject(row)
  if (ask === null || !subject) return []
  const network = upperFirst(row.network)
  return [
    {
      title: fill(letter.title, { network }),
      text: [
        fill(letter.hello, { network }),
        fill(letter.about, { date: formatDate(row.received_at) }),
        describeSent(subject),
        ask,
        letter.bye,
      ].join('\n\n'),
    },
  ]
}

const describeSent = ({ sent }: PostbackSubject): string =>
  (Object.keys(letter.names) as (keyof typeof letter.names)[])
    .map((name) => `${letter.names[name]}: ${sent[name] ?? letter.none}`)
    .join('\n')
