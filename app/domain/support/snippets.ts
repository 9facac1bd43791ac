/** Texts for replies that operators keep. A placeholder such as {store} is filled from the record that the reply is about. */
import { fill } from '~/messages/message'

/** Each with its meaning. */
export const PLACEHOLDERS = {
  name: 'the member’s first name',
  store: 'the store',
  visit: 'the number of the visit',
  order: 'the number of the order',
  amount: 'the amount of the order, or of the withdrawal that it is about',
} as const

export type Placeholder = keyof typeof PLACEHOLDERS

/** What the record says; null: it says nothing of it. */
export type SnippetFacts = Record<Placeholder, string | null>

export const SNIPPET_MAX_LENGTH = 800
export const SNIPPET_NAME_LENGTH = 60
export const MOST_SNIPPETS = 100

const isKnown = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

const listBraced = (body: string): string[] => body.match(/\{[^{}]*\}/g) ?? []

/** The first thing in braces that is none of `known`, or a brace alone; null: there is none. */
export function findUnknownPlaceholder(
  body: string,
  known: readonly string[] = Object.keys(PLACEHOLDERS),
): string | null {
  const unknown = listBraced(body).find((braced) => !known.includes(braced.slice(1, -1)))
  return unknown ?? body.replaceAll(/\{[^{}]*\}/g, '').match(/[{}]/)?.[0] ?? null
}

/** Null: the record has no value for a placeholder. */
export function fillSnippet(body: string, facts: SnippetFacts): string | null {
  const wanted = listBraced(body).map((braced) => braced.slice(1, -1))
  const values: Record<string, string> = {}
  for (const name of wanted) {
    const value = isKnown(name) ? facts[name] : null
    if (value === null) return null
    values[name] = value
  }
  return fill(body, values)
}

/** As replies address a member. */
export const findFirstName = (username: string): string => username.trim().split(/\s/, 1)[0]!
