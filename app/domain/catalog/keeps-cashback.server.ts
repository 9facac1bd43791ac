/** Who said whether a code keeps the cashback, and since which day (docs/rules.md#65). */
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { dayInIndia, formatDate } from '~/platform/formats/dates'

/** Whether an order with a code keeps its cashback; null: nobody has said (docs/rules.md#65). */
export type Keeps = 'yes' | 'no' | null

export interface KeepsFact {
  keeps: 'yes' | 'no'
  source: 'feed' | 'operator'
  /** '21 Nov 2026'. */
  since: string
}

export const toKeeps = (keeps: boolean | null): Keeps => (keeps === null ? null : keeps ? 'yes' : 'no')

/** Of codes: those that keep it first, those that end it last. */
export const rankKeeps = (keeps: Keeps | undefined): number => (keeps === 'yes' ? 0 : keeps === 'no' ? 2 : 1)

interface StoredKeeps {
  keeps_cashback: boolean | null
  keeps_source: string | null
  keeps_since: string | null
}

export function toKeepsFact({ keeps_cashback, keeps_source, keeps_since }: StoredKeeps): KeepsFact | null {
  if (keeps_cashback === null || keeps_since === null) return null
  return {
    keeps: keeps_cashback ? 'yes' : 'no',
    source: keeps_source === 'operator' ? 'operator' : 'feed',
    since: formatDate(new Date(`${keeps_since}T00:00:00+05:30`)),
  }
}

interface FeedValue {
  external_id: string
  keeps_cashback?: boolean | null | undefined
}

/** Stores the values of a feed; null: unknown. A value of an operator stays, and an unchanged value keeps its day. */
export async function recordKeeps(tx: Tx, source: string, rows: readonly FeedValue[]): Promise<void> {
  const values = rows
    .filter(({ keeps_cashback }) => keeps_cashback !== undefined)
    .map(({ external_id, keeps_cashback }) => ({ external_id, keeps_cashback }))
  if (!values.length) return
  await tx.execute(sql`
    UPDATE campaigns SET keeps_cashback = r.keeps_cashback, updated_at = now(),
           keeps_source = CASE WHEN r.keeps_cashback IS NOT NULL THEN 'feed' END,
           keeps_since = CASE WHEN r.keeps_cashback IS NOT NULL THEN ${dayInIndia(new Date()).date}::date END
      FROM json_to_recordset(${JSON.stringify(values)}::text::json) AS r (external_id text, keeps_cashback boolean)
     WHERE campaigns.source = ${source} AND campaigns.external_id = r.external_id
       AND campaigns.keeps_source IS DISTINCT FROM 'operator' AND campaigns.keeps_cashback IS DISTINCT FROM r.keeps_cashback`)
}

const { keeps_cashback, keeps_source, keeps_since } = campaigns
const stored = { keeps_cashback, keeps_source, keeps_since }

/** `keeps` null: unknown, until a feed says it. */
export async function setKeeps(
  offerId: number,
  keeps: boolean | null,
  tx: Tx,
): Promise<{ before: StoredKeeps; after: StoredKeeps }> {
  const isOffer = eq(campaigns.id, offerId)
  const [before] = await tx.select(stored).from(campaigns).where(isOffer)
  const isKnown = keeps !== null
  const after = {
    keeps_cashback: keeps,
    keeps_source: isKnown ? 'operator' : null,
    keeps_since: isKnown ? dayInIndia(new Date()).date : null,
  }
  await tx
    .update(campaigns)
    .set({ ...after, updated_at: sql`now()` })
    .where(isOffer)
  return { before: before!, after }
}
