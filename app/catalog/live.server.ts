import { sql, type SQL } from 'drizzle-orm'

/** What is on the shelves now: begun, not ended, not hidden (docs/rules.md#8). `table` is the alias of campaigns. */
export function isLive(table = 'campaigns'): SQL {
  return sql.raw(
    `${table}.hidden_at IS NULL AND (${table}.starts_at IS NULL OR ${table}.starts_at <= now()) AND (${table}.ends_at IS NULL OR ${table}.ends_at > now())`,
  )
}

/** What has a page: on the shelves now, or once (docs/rules.md#8). */
export function isKnown(table = 'campaigns'): SQL {
  return sql.raw(`${table}.hidden_at IS NULL AND (${table}.starts_at IS NULL OR ${table}.starts_at <= now())`)
}

/** `text` as the inside of a LIKE pattern, its own wildcards taken literally. */
export const likePart = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * The id of the campaign that a URL means (docs/rules.md#9): by slug, else by title in any case, of several the best
 * ranked live one. Ended ones are found too; those not begun or hidden are not. Each step is one probe of an index, and
 * the later ones are taken only where the earlier found nothing.
 */
export function campaignIdOf(given: string): SQL {
  const name = given.replaceAll('\0', '')
  const titled = (which: SQL) =>
    sql`(SELECT id FROM campaigns WHERE lower(title) = lower(${name}) AND ${which} ORDER BY rank, id LIMIT 1)`
  return sql`coalesce((SELECT id FROM campaigns WHERE slug = ${name} AND ${isKnown()}),
    ${titled(isLive())}, ${titled(isKnown())})`
}
