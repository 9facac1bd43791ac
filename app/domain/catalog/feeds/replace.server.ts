import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { readSettings } from '~/domain/settings/settings.server'
import { MOST_ENDED } from '../feeds'
import { isLive } from '../offer-conditions.server'

export interface UnlistedOffers {
  offers: number
  live: number
  ofLive: number
  /** Not listed either, but with an end that an operator has set, at which they end. */
  byHand: number
  /** Edited by hand otherwise: kept or ended, as the setting UNLISTED_EDITED_OFFERS says. */
  edited: { offers: number; kept: boolean }
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

const isEdited = sql`(overrides <> '{}'::jsonb AND NOT ${hasEndByHand})`

const keepsEdited = async (tx: Tx): Promise<boolean> =>
  (await readSettings(tx)).UNLISTED_EDITED_OFFERS === 'kept'

const isUnlisted = (source: string, listed: readonly string[], kept: boolean): SQL =>
  sql`${isAbsent(source, listed)} AND NOT ${kept ? sql`(${hasEndByHand} OR ${isEdited})` : hasEndByHand}`

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
  const kept = await keepsEdited(tx)
  const where = isUnlisted(source, listed, kept)
  const [counts] = await tx.execute<Record<'offers' | 'live' | 'of_live' | 'by_hand' | 'edited', number>>(sql`
    SELECT count(*) FILTER (WHERE ${where})::int AS offers, count(*) FILTER (WHERE ${where} AND ${isLive()})::int AS live,
           count(*) FILTER (WHERE ${isLive()})::int AS of_live,
           count(*) FILTER (WHERE ${isAbsent(source, listed)} AND ${hasEndByHand})::int AS by_hand,
           count(*) FILTER (WHERE ${isAbsent(source, listed)} AND ${isEdited})::int AS edited
      FROM campaigns WHERE source = ${source}`)
  const { offers, live, of_live: ofLive, by_hand: byHand, edited } = counts!
  const examples = await tx.execute<{ id: number; title: string }>(
    sql`SELECT id::int AS id, title FROM campaigns WHERE ${where} ORDER BY id LIMIT 10`,
  )
  const doubt = unnamed ? 'unnamed' : live * 100 > ofLive * MOST_ENDED ? 'too-many' : null
  const problem = offers === 0 ? null : usable === 0 ? 'unusable' : anyShare ? null : doubt
  return {
    offers,
    live,
    ofLive,
    byHand,
    edited: { offers: edited, kept },
    examples: [...examples],
    problem,
    ended: false,
  }
}

/** Clears row_hash, so that an offer that is listed again counts as changed and becomes live again. */
export async function endUnlisted(tx: Tx, source: string, listed: readonly string[]): Promise<number> {
  const kept = await keepsEdited(tx)
  const ended = await tx.execute(sql`
      UPDATE campaigns SET ends_at = now(), row_hash = '', updated_at = now()
       WHERE ${isUnlisted(source, listed, kept)} RETURNING id`)
  return ended.length
}
