import { sql, type SQL } from 'drizzle-orm'
import type { StoreTile } from '../stores.server'
import { escapeLike, isLive } from '../offer-conditions.server'
import { toSqlArray } from '../ids.server'

export interface Search {
  q: string
  terms?: string[][]
  categoryIds?: readonly number[]
  /** Only titles that have each text as a whole word. */
  isWhole?: boolean
  withCode?: boolean | undefined
}

/** What a part of a search finds. */
export interface QueryPart {
  stores: StoreTile[]
  /** Ids of offers; MOST_LISTED + 1 if there are more. */
  ids: number[]
}

/** Inside a word, as 'hair' in 'chair', a few letters say nothing, so they must begin it. */
const BEGINS_WORD = /^[a-z0-9]{1,4}$/

/** ILIKE can use the index, which the regular expression alone could not. */
function matchText(text: string, title: SQL): SQL {
  const inside = sql`${title} ILIKE ${`%${escapeLike(text)}%`}`
  return BEGINS_WORD.test(text) ? sql`(${inside} AND ${title} ~* ${`\\m${text}`})` : inside
}

export const matchAnyText = (texts: readonly string[], column: SQL): SQL =>
  sql.join(
    texts.map((text) => matchText(text, column)),
    sql` OR `,
  )

export const buildSearchConditions = ({ categoryIds = [], withCode }: Search) =>
  sql`${isLive('c')}${
    withCode ? sql` AND c.code IS NOT NULL` : sql``
  }${categoryIds.length ? sql` AND c.category_id = ANY (${toSqlArray(categoryIds)})` : sql``}`
