import { sql, type SQL } from 'drizzle-orm'

/** What is on the shelves now: begun, not ended, not hidden (decisions.md 36). `table` is the alias of campaigns. */
export function isLive(table = 'campaigns'): SQL {
  return sql.raw(
    `${table}.hidden_at IS NULL AND (${table}.starts_at IS NULL OR ${table}.starts_at <= now()) AND (${table}.ends_at IS NULL OR ${table}.ends_at > now())`,
  )
}

/** What has a page: on the shelves now, or once (decisions.md 36). */
export function isKnown(table = 'campaigns'): SQL {
  return sql.raw(`${table}.hidden_at IS NULL AND (${table}.starts_at IS NULL OR ${table}.starts_at <= now())`)
}

/** `text` as the inside of a LIKE pattern, its own wildcards taken literally. */
export const likePart = (text: string) => text.replace(/[\\%_]/g, '\\$&')
