/** What an operator has edited by hand wins over the feed, field by field, until it is given back (docs/rules.md#67). */
import type { Overrides } from '~/platform/db/schema/catalogue'

/** Offers and stores of the desk; no feed can have this name. */
export const BY_HAND = 'by hand'

type Value = Overrides[string]

/** A value of a column as rows of feeds write it: instants and digits are texts. */
export function toFeedValue(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? String(value) : (value as Value)
}

/** The record as its feed said it last. */
export const toFeedRecord = <Stored extends { overrides: Overrides }>(stored: Stored): Stored => ({
  ...stored,
  ...stored.overrides,
})

/** What the feed says beside the edits. Where it says the same as an edit, that is no edit any more. */
export const dropEqualEdits = (overrides: Overrides, stored: Readonly<Record<string, unknown>>): Overrides =>
  Object.fromEntries(
    Object.entries(overrides).filter(([field, fromFeed]) => fromFeed !== toFeedValue(stored[field])),
  )

/** What is stored where a feed says `fromFeed`: edited fields keep their value, and the feed's is kept beside it. */
export function keepEdits<Row extends object>(
  fromFeed: Row,
  stored: ({ overrides: Overrides } & Record<string, unknown>) | undefined,
): Row & { overrides: Overrides } {
  const fields = Object.keys(stored?.overrides ?? {})
  const kept = Object.fromEntries(fields.map((field) => [field, toFeedValue(stored![field])]))
  const overrides = Object.fromEntries(
    fields.map((field) => [field, toFeedValue((fromFeed as Record<string, unknown>)[field])]),
  )
  return { ...fromFeed, ...kept, overrides: dropEqualEdits(overrides, kept) }
}

/** After an edit. A value that is the feed's own is no edit. */
export function noteEdits(
  { source, overrides, ...stored }: { source: string; overrides: Overrides } & Record<string, unknown>,
  edits: object,
): Overrides {
  if (source === BY_HAND) return overrides
  const next: Record<string, Value> = { ...overrides }
  for (const [field, value] of Object.entries(edits)) {
    const before = toFeedValue(stored[field])
    const after = toFeedValue(value)
    if (after === before) continue
    const fromFeed = field in overrides ? overrides[field]! : before
    if (after === fromFeed) delete next[field]
    else next[field] = fromFeed
  }
  return next
}
