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
  const name = username.trim().split(/\s/, 1)[0]!
  const { hello, bye } = replyMessages
  return { title, text: [fill(hello, { name }), fill(text, facts), bye].join('\n\n') }
}
