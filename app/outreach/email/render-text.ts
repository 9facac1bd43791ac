import type { MailContent } from './mail-content'

export function renderText({ paragraphs, button, list = [], why }: MailContent, origin: string): string {
  const parts = [
    ...paragraphs,
    ...list.map(({ title, text, path }) =>
      [title, text, path && new URL(path, origin).href].filter(Boolean).join('\n'),
    ),
    ...(button ? [`${button.label}: ${new URL(button.path, origin).href}`] : []),
    why,
  ]
  return `${parts.join('\n\n')}\n`
}
