import { sql, type SQL } from 'drizzle-orm'

/** Started, not ended, not hidden (docs/rules.md#8). `listed` is as of the last minute. `table`: alias of campaigns. */
export function isLive(table = 'campaigns'): SQL {
  return sql.raw(`${table}.listed AND (${table}.ends_at IS NULL OR ${table}.ends_at > now())`)
}

/** Live now or earlier, so it has a page (docs/rules.md#8). */
export function isKnown(table = 'campaigns'): SQL {
  return sql.raw(`${table}.hidden_at IS NULL AND (${table}.starts_at IS NULL OR ${table}.starts_at <= now())`)
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Ignores case. Bounds instead of LIKE, which would be planned again for each text. */
export const startsWith = (column: SQL, text: string): SQL =>
  sql`lower(${column}) ~>=~ lower(${text}) AND lower(${column}) ~<~ (lower(${text}) || chr(1114111))`

/** Resolves a URL (docs/rules.md#9) by index probes: slug, title of a live offer, then of an ended one. */
export function selectOfferId(given: string): SQL {
  const name = given.replaceAll('\0', '')
  const titled = (which: SQL) =>
    sql`(SELECT id FROM campaigns WHERE lower(title) = lower(${name}) AND ${which} ORDER BY rank, id LIMIT 1)`
  return sql`coalesce((SELECT id FROM campaigns WHERE slug = ${name} AND ${isKnown()}),
    ${titled(isLive())}, ${titled(isKnown())})`
}
