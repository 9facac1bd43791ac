/** Forms of the desk as a browser without scripts sends them: an operation's, and the confirmation of its preview. */
import type { Operation } from '~/desk/operation'
import { newVisitor, type Answer, type Visitor } from './app'
import { uploadBody } from './uploads'
import type { Given, Input } from './typed-commands'

/** A browser with this session of the desk. */
export function openDesk(token: string): Visitor {
  const visitor = newVisitor()
  visitor.cookies.set('desk', token)
  return visitor
}

export const writePath = ({ name }: Pick<Operation, 'name'>) => `/Desk/${name.replace(' ', '/')}`

export const toPairs = (input: Input, write = (name: string) => name): [string, string][] =>
  Object.entries(input).map(([name, value]) => [write(name), [value].flat().join('\n')])

/** Returns the page that the form leads to: its preview, a refusal, or a code first. */
export async function sendForm(
  visitor: Visitor,
  operation: Operation,
  { input, files = {} }: Given,
): Promise<Answer> {
  const from = writePath(operation)
  const fields = Object.fromEntries([['from', from], ...toPairs(input, (name) => `input.${name}`)])
  if (!Object.keys(files).length) return visitor.follow(await visitor.post(from, fields))
  const parts = Object.entries(files).map(([name, { name: filename, content }]) => ({
    bytes: Buffer.from(content),
    filename,
    type: 'text/plain',
    field: `input.${name}`,
  }))
  const body = uploadBody(parts, fields)
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  return visitor.follow(await visitor.request(from, { method: 'POST', body, headers }))
}

export const unescapeHtml = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The form of the confirmation with all that it would send. Null: there is nothing to confirm. */
function findConfirmation({ body }: Answer): { action: string; fields: Record<string, string> } | null {
  const [, attributes, inside] =
    /<form\b([^>]*class="[^"]*\bdesk-confirm\b[^"]*"[^>]*)>([\s\S]*?)<\/form>/.exec(body) ?? []
  if (attributes === undefined) return null
  const fields = [...inside!.matchAll(/<input\b[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)![1]!,
    unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ])
  return {
    action: unescapeHtml(/action="([^"]*)"/.exec(attributes)![1]!),
    fields: Object.fromEntries(fields),
  }
}

/** Presses the button of a preview. Null: it has none. */
export async function pressConfirm(visitor: Visitor, preview: Answer): Promise<Answer | null> {
  const confirmation = findConfirmation(preview)
  return confirmation && visitor.follow(await visitor.post(confirmation.action, confirmation.fields))
}
