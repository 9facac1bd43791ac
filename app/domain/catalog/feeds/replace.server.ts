import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { MOST_ENDED } from '../feeds'
import { isLive } from '../offer-conditions.server'

export interface UnlistedOffers {
  offers: number
  live: number
  ofLive: number
  /** Not listed either, but with an end that an operator has set, at which they end. */
  byHand: number
  examples: { id: number; title: string }[]
  /** unnamed: refused rows without an id may be these offers. too-many: more than MOST_ENDED percent. */
  problem: 'unusable' | 'unnamed' | 'too-many' | null
  ended: boolean
}

/** One JSON parameter: PostgreSQL allows at most 65,535 parameters. */
const isAbsent = (source: string, listed: readonly string[]): SQL => sql`
  source = ${source} AND (ends_at IS NULL OR ends_at > now()) AND external_id NOT IN
    (SELECT json_array_elements_text(${JSON.stringify(listed)}::text::json))`

const hasEndByHand = sql`jsonb_exists(overrides, 'ends_at')`

const isUnlisted = (source: string, listed: readonly string[]): SQL =>
  sql`${isAbsent(source, listed)} AND NOT ${hasEndByHand}`

interface ReplaceChecks {
  usable: number
  unnamed: number
  anyShare: boolean
}

export async function findUnlisted(
  tx: Tx,
  source: string,
  listed: readonly string[],
  { usable, unnamed, anyShare }: ReplaceChecks,
): Promise<UnlistedOffers> {
  const where = isUnlisted(source, listed)
  const [counts] = await tx.execute<{ offers: number; live: number; of_live: number; by_hand: number }>(sql`
    SELECT count(*) FILTER (WHERE ${where})::int AS offers, count(*) FILTER (WHERE ${where} AND ${isLive()})::int AS live,
           count(*) FILTER (WHERE ${isLive()})::int AS of_live,
           count(*) FILTER (WHERE ${isAbsent(source, listed)} AND ${hasEndByHand})::int AS by_hand
      FROM campaigns WHERE source = ${source}`)
  const { offers, live, of_live: ofLive, by_hand: byHand } = counts!
  const examples = await tx.execute<{ id: number; title: string }>(
    sql`SELECT id::int AS id, title FROM campaigns WHERE ${where} ORDER BY id LIMIT 10`,
  )
  const doubt = unnamed ? 'unnamed' : live * 100 > ofLive * MOST_ENDED ? 'too-many' : null
  const problem = offers === 0 ? null : usable === 0 ? 'unusable' : anyShare ? null : doubt
  return { offers, live, ofLive, byHand, examples: [...examples], problem, ended: false }
}

/** Clears row_hash, so that an offer that is listed again counts as changed and becomes live again. */
export async function endUnlisted(tx: Tx, source: string, listed: readonly string[]): Promise<number> {
  const ended = await tx.execute(sql`
      UPDATE campaigns SET ends_at = now(), row_hash = '', updated_at = now()
       WHERE ${isUnlisted(source, listed)} RETURNING id`)
  return ended.length
}
