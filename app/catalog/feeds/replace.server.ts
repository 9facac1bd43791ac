/** What a source offered and its feed no longer lists. */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { isLive } from '../live.server'

/** Percent of a source's live offers: above it the feed is more likely cut off than changed. */
export const MOST_ENDED = 20

export interface Unlisted {
  /** Offers of the source that have not ended and that the feed does not list. */
  offers: number
  /** Those of them that are live, and how many of the source are. */
  live: number
  ofLive: number
  /** The first of them. */
  examples: { id: number; title: string }[]
  /**
   * Why they are not ended. unusable: no row of the feed could be used. unnamed: refused rows say no id, so they may be
   * these offers. too-many: more than MOST_ENDED percent of the live ones.
   */
  problem: 'unusable' | 'unnamed' | 'too-many' | null
  /** They have ended now. */
  ended: boolean
}

/** One parameter, however many ids: a list of parameters ends at 65,535. */
const isUnlisted = (source: string, listed: readonly string[]): SQL => sql`
  source = ${source} AND (ends_at IS NULL OR ends_at > now()) AND external_id NOT IN
    (SELECT json_array_elements_text(${JSON.stringify(listed)}::text::json))`

interface Reading {
  /** Rows of the feed that could be used, and refused ones without an id. */
  usable: number
  unnamed: number
  /** End them however many they are, and though refused rows say no id. */
  anyShare: boolean
}

/** What `listed`, every id of the feed, leaves out. */
export async function findUnlisted(
  source: string,
  listed: readonly string[],
  { usable, unnamed, anyShare }: Reading,
): Promise<Unlisted> {
  const where = isUnlisted(source, listed)
  const [counts] = await db.execute<{ offers: number; live: number; of_live: number }>(sql`
    SELECT count(*) FILTER (WHERE ${where})::int AS offers, count(*) FILTER (WHERE ${where} AND ${isLive()})::int AS live,
           count(*) FILTER (WHERE ${isLive()})::int AS of_live
      FROM campaigns WHERE source = ${source}`)
  const { offers, live, of_live: ofLive } = counts!
  const examples = await db.execute<{ id: number; title: string }>(
    sql`SELECT id::int AS id, title FROM campaigns WHERE ${where} ORDER BY id LIMIT 10`,
  )
  const doubt = unnamed ? 'unnamed' : live * 100 > ofLive * MOST_ENDED ? 'too-many' : null
  const problem = offers === 0 ? null : usable === 0 ? 'unusable' : anyShare ? null : doubt
  return { offers, live, ofLive, examples: [...examples], problem, ended: false }
}

/**
 * Ends them now; gives how many. Without its hash a row is never the same as before, so an offer that the feed lists again
 * is live again, with the end that the feed states.
 */
export function endUnlisted(source: string, listed: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT id FROM catalogue_version WHERE id = 1 FOR UPDATE`)
    const ended = await tx.execute(sql`
      UPDATE campaigns SET ends_at = now(), row_hash = '', updated_at = now()
       WHERE ${isUnlisted(source, listed)} RETURNING id`)
    return ended.length
  })
}
