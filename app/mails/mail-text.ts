import { mailMessages } from '~/messages/mail'
import type { LinkedContent } from './mail-content'

const WIDTH = 72

/** The same content as the HTML part, in lines of at most 72 characters except for links. */
export function renderText(content: LinkedContent): string {
  const { subject, paragraphs, button, list, why, unfollow, unsubscribe } = content
  const parts = [
    mailMessages.brand,
    subject,
    ...paragraphs,
    ...list.map(({ title, text, url }) => [`* ${title}`, text, url].filter(Boolean).join('\n')),
    button && `${button.label}:\n${button.url}`,
    '-- ',
    why,
    mailMessages.never,
    unfollow && `${mailMessages.unfollow}:\n${unfollow}`,
    unsubscribe && `${mailMessages.unsubscribe}:\n${unsubscribe}`,
  ]
  return `${parts
    .filter(Boolean)
    .map((part) => wrap(part as string))
    .join('\n\n')}\n`
}

const wrap = (text: string): string => text.split('\n').map(wrapLine).join('\n')

function wrapLine(line: string): string {
  if (line.length <= WIDTH || !line.includes(' ')) return line
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1)!
    if (last && last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines.join('\n')
}
