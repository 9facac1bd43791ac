import { sql } from 'drizzle-orm'
import { selectImage } from '~/domain/catalog/image-columns.server'
import { selectConfirmHours, selectWaits } from '~/domain/catalog/waits.server'
import { chooseWaits, expectStep, type CountedWaits } from '~/domain/catalog/waits'
import { db } from '~/platform/db/client.server'
import { parsePaise } from '~/platform/formats/money'

const MOST_SHOWN = 10

type Row = {
  is_newcomer: boolean
  total: number
  sum: string
  next: string | null
  id: string | null
  store: string
  logo: string | null
  amount_paise: string
  created_at: string
  visit: number
  counted: CountedWaits | null
  confirms_in_days: number | null
}

/** When each is expected, as expectStep() computes it. Materialized: else the waits would be looked up for each sale. */
const DUE = sql`
    sold AS (SELECT w.created_at, w.network, p.brand_id FROM waiting w JOIN campaigns p ON p.id = w.campaign_id),
    waits AS MATERIALIZED (
      SELECT g.brand_id, g.network, b.confirms_in_days, ${selectWaits(sql`g.brand_id`, sql`g.network`)} AS counted
        FROM (SELECT DISTINCT brand_id, network FROM sold) g JOIN brands b ON b.id = g.brand_id),
    hours AS MATERIALIZED (
      SELECT brand_id, network, (${selectConfirmHours(sql`counted`, sql`confirms_in_days`)}) AS n FROM waits),
    due AS (SELECT sold.created_at + hours.n * interval '1 hour' AS at FROM sold JOIN hours USING (brand_id, network))`

/** The earliest date that has not passed. */
const NEXT = sql`
    SELECT min(at) AS next FROM due
     WHERE (at AT TIME ZONE 'Asia/Kolkata')::date >= (now() AT TIME ZONE 'Asia/Kolkata')::date`

/** A newcomer has no visit and no movement. The subquery reads one visit by an index; EXISTS might read all clicks. */
export async function readPurchases(userId: number) {
  const rows = await db.execute<Row>(sql`
    WITH waiting AS (
      SELECT c.id, c.click_id, c.campaign_id, c.network, c.pending_paise, c.created_at FROM conversions c
       WHERE c.user_id = ${userId} AND c.status = 'pending' AND c.pending_paise > 0),
    shown AS (SELECT * FROM waiting ORDER BY id DESC LIMIT ${MOST_SHOWN}),
    ${DUE}
    SELECT t.*, n.next, s.id, b.name AS store, ${selectImage(sql`b.img`)} AS logo, s.pending_paise AS amount_paise, s.created_at, k.seq::int AS visit,
           waits.confirms_in_days, waits.counted
      FROM (SELECT (SELECT min(created_at) FROM clicks WHERE user_id = ${userId}) IS NULL
               AND (SELECT min(created_at) FROM clicks WHERE claimed_by = ${userId}) IS NULL
               AND NOT EXISTS (SELECT FROM ledger_accounts WHERE user_id = ${userId} AND credits_paise + debits_paise > 0)
                   AS is_newcomer,
                   w.*
              FROM (SELECT count(*)::int AS total, coalesce(sum(pending_paise), 0)::text AS sum FROM waiting) w) t
      LEFT JOIN (${NEXT}) n ON true
      LEFT JOIN shown s ON true
      LEFT JOIN clicks k ON k.id = s.click_id
      LEFT JOIN campaigns p ON p.id = s.campaign_id
      LEFT JOIN brands b ON b.id = p.brand_id
      LEFT JOIN waits ON waits.brand_id = p.brand_id AND waits.network = s.network
     ORDER BY s.id DESC`)
  const { is_newcomer, total, sum, next } = rows[0]!
  const waiting = rows.flatMap((row) => (row.id === null ? [] : [toPurchase(row.id, row)]))
  return {
    isNewcomer: is_newcomer,
    purchases: waiting,
    total,
    sum: parsePaise(sum),
    next: next === null ? null : new Date(next),
  }
}

function toPurchase(id: string, { store, logo, amount_paise, created_at, visit, ...row }: Row) {
  const reported = new Date(created_at)
  const waits = chooseWaits(row.counted, { tracks_in_hours: null, confirms_in_days: row.confirms_in_days })
  const expected = expectStep(reported, waits.confirm)
  return { id, store, logo, amount: parsePaise(amount_paise), reported, expected, visit }
}
