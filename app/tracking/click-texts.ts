import { fill, messages, type Message } from '~/messages'
import type { ClickRefusal } from './clicks.server'

const texts = {
  'not-found': messages.click.hidden,
  hidden: messages.click.hidden,
  'sign-in-first': messages.click.signInFirst,
  ended: messages.click.ended,
  'no-tracking-url': messages.click.noTrackingUrl,
  'too-many': messages.click.tooMany,
} satisfies Record<ClickRefusal['reason'], Message>

export function clickText(refusal: ClickRefusal): Required<Message> {
  const { title, text } = texts[refusal.reason]
  return refusal.reason === 'too-many' ? { title, text: fill(text, { n: refusal.minutes }) } : { title, text }
}
