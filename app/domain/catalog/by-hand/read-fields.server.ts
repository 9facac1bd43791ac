/** What operators type of a store or an offer, read by the rules of feeds: HTML is cleaned, addresses are https. */
import { inArray } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import type { brands, campaigns } from '~/platform/db/schema/catalogue'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { RefusedRow } from '../feeds'
import { Fields, listSlugCandidates, pickSlug } from '../feeds.server'
import { isStoredImage } from '../images'
import { isStored } from '../images.server'
import { BY_HAND, toFeedValue } from '../overrides'

/** `why`: begins with the name of the field. */
export type InvalidField = Refused<'invalid', { field: string; why: string }>

export const invalid = (field: string, why: string): InvalidField => refused('invalid', { field, why })

export function requireText(text: string | null, field: string): string {
  if (text === null) throw new RefusedRow(`${field}: missing`)
  return text
}

/** Fields that are not typed are left out. */
export function readFields<Columns extends object>(
  typed: Record<string, unknown>,
  readers: Readonly<Record<string, (f: Fields) => Columns>>,
): Done<{ columns: Columns }> | InvalidField {
  const fields = new Fields(typed)
  const columns = {} as Columns
  for (const [name, read] of Object.entries(readers)) {
    if (typed[name] === undefined) continue
    try {
      Object.assign(columns, read(fields))
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error
      return invalid(name, error.message)
    }
  }
  return done({ columns })
}

export interface Edited {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const pick = (record: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field] ?? null]))

/** The fields of `columns` that differ. */
export function compare(stored: Record<string, unknown>, columns: object): Edited {
  const fields = Object.entries(columns)
    .filter(([name, value]) => toFeedValue(value) !== toFeedValue(stored[name]))
    .map(([name]) => name)
  return { before: pick(stored, fields), after: pick(columns as never, fields) }
}

/** A free slug of an offer, or last part of the address of a store. */
export async function chooseSlug(
  tx: Tx,
  column: typeof campaigns.slug | typeof brands.coupon_code,
  wished: string[],
  external_id: string,
): Promise<string> {
  const wish = { wished, source: BY_HAND, external_id }
  const rows = await tx
    .select({ slug: column })
    .from(column.table)
    .where(inArray(column, listSlugCandidates(wish)))
  return pickSlug(wish, new Set(rows.map(({ slug }) => slug)))
}

/** A picture of our own, by its address: it may have been removed. */
export async function checkPicture(
  field: string,
  img: string | null | undefined,
  reader: Reader,
): Promise<InvalidField | null> {
  if (!img || !isStoredImage(img) || (await isStored(img, reader))) return null
  return invalid(field, `${field}: there is no such picture here`)
}
