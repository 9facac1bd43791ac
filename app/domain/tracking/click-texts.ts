import { formatWait } from '~/platform/formats/count'
import { fill, type Message } from '~/messages/message'
import { catalogMessages } from '~/messages/catalog'
import type { ClickRefusal } from './clicks.server'

const texts = {
  'not-found': catalogMessages.click.hidden,
  hidden: catalogMessages.click.hidden,
  'sign-in-first': catalogMessages.click.signInFirst,
  ended: catalogMessages.click.ended,
  'no-tracking-url': catalogMessages.click.noTrackingUrl,
  'too-many': catalogMessages.click.tooMany,
} satisfies Record<ClickRefusal['reason'], Message>

type ClickRefusalFacts =
  { reason: Exclude<ClickRefusal['reason'], 'too-many'> } | { reason: 'too-many'; minutes: number }

export function explainClickRefusal(refusal: ClickRefusalFacts): Required<Message> {
  const { title, text } = texts[refusal.reason]
  return refusal.reason === 'too-many'
    ? { title, text: fill(text, { wait: formatWait(refusal.minutes) }) }
    : { title, text }
}
