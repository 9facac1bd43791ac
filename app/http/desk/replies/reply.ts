import { findFirstName } from '~/domain/support/snippets'
import { fill } from '~/messages/message'
import { replyMessages } from '~/messages/replies'

export interface Reply {
  title: string
  text: string
}

type Facts = Record<string, string>

export function buildReply(
  { title, text }: { title: string; text: string },
  username: string,
  facts: Facts,
): Reply {
  const { hello, bye } = replyMessages
  return {
    title,
    text: [fill(hello, { name: findFirstName(username) }), fill(text, facts), bye].join('\n\n'),
  }
}
