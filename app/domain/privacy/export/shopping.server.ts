import { sql } from 'drizzle-orm'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { selectRupees, selectTime, type ExportRow, type SectionQuery } from './section.server'

const withVisitNumber = ({ visit, ...row }: ExportRow): ExportRow => ({
  visit: formatVisitNumber(Number(visit)),
  ...row,
})

export const shoppingSections = (id: number): SectionQuery[] => [
  [
    'visits_to_shops',
    sql`SELECT k.seq AS visit, k.id AS click, b.name AS store, c.title AS offer, k.network, ${selectTime(sql`k.created_at`)} AS at,
               k.terms_hash AS terms_sha256,
               coalesce((SELECT string_agg(v.status, ', ' ORDER BY v.id) FROM conversions v
                          WHERE v.click_id = k.id AND v.user_id = ${id}), 'visited') AS state
          FROM clicks k JOIN campaigns c ON c.id = k.campaign_id JOIN brands b ON b.id = c.brand_id
         WHERE k.user_id = ${id} OR k.claimed_by = ${id} ORDER BY k.created_at`,
    withVisitNumber,
  ],
  [
    'purchases',
    sql`SELECT k.seq AS visit, v.id AS purchase, b.name AS store, v.network, coalesce(v.conversion_id, v.external_id) AS reported_as, v.order_number, v.status,
               ${selectRupees(sql`v.sale_paise`)} AS sale, ${selectRupees(sql`v.pending_paise`)} AS cashback_pending,
               ${selectRupees(sql`v.granted_paise`)} AS cashback, ${selectTime(sql`v.withdrawable_at`)} AS withdrawable_from,
               ${selectTime(sql`v.created_at`)} AS reported,
               ${selectTime(sql`v.updated_at`)} AS changed
          FROM conversions v JOIN clicks k ON k.id = v.click_id
          JOIN campaigns c ON c.id = v.campaign_id JOIN brands b ON b.id = c.brand_id
         WHERE v.user_id = ${id} ORDER BY v.id`,
    withVisitNumber,
  ],
  [
    'referral_rewards',
    sql`SELECT ${selectRupees(sql`referral_paise`)} AS amount, status, ${selectTime(sql`updated_at`)} AS changed
          FROM conversions WHERE referrer_id = ${id} ORDER BY id`,
  ],
  [
    'held_money',
    sql`SELECT kind, ${selectRupees(sql`amount_paise`)} AS amount, state, ${selectTime(sql`until`)} AS withdrawable_from
          FROM held_money WHERE user_id = ${id} AND amount_paise > 0 ORDER BY id`,
  ],
  [
    'followed_stores',
    sql`SELECT b.name AS store, ${selectTime(sql`f.created_at`)} AS since
          FROM followed_stores f JOIN brands b ON b.id = f.brand_id WHERE f.user_id = ${id} ORDER BY f.created_at`,
  ],
  [
    'feedback',
    sql`SELECT c.title AS offer, f.vote, ${selectTime(sql`f.updated_at`)} AS at
          FROM feedback f JOIN campaigns c ON c.id = f.campaign_id WHERE f.user_id = ${id} ORDER BY f.created_at`,
  ],
]

/** Proofs are left out: the member downloads them from the claim's page. */
export const claimSections = (id: number): SectionQuery[] => [
  [
    'claims',
    sql`SELECT l.id AS claim, l.kind, l.state, k.seq AS visit, l.withdrawal_id AS withdrawal, b.name AS store, l.order_number,
               ${selectRupees(sql`l.amount_paise`)} AS order_amount, l.conversion_id AS purchase, l.adjustment_id AS adjustment,
               l.decline_reason, ${selectTime(sql`l.created_at`)} AS received, ${selectTime(sql`l.answer_by`)} AS promised_by,
               ${selectTime(sql`l.appealed_at`)} AS appealed, ${selectTime(sql`l.ended_at`)} AS ended
          FROM claims l LEFT JOIN clicks k ON k.id = l.click_id LEFT JOIN brands b ON b.id = l.brand_id
         WHERE l.user_id = ${id} ORDER BY l.id`,
    ({ visit, ...row }) => ({ ...row, visit: visit === null ? null : formatVisitNumber(Number(visit)) }),
  ],
  [
    'claim_messages',
    sql`SELECT m.claim_id AS claim, m.author AS by, m.step, m.body AS text, ${selectTime(sql`m.created_at`)} AS at
          FROM claim_messages m JOIN claims l ON l.id = m.claim_id WHERE l.user_id = ${id} ORDER BY m.id`,
  ],
  [
    'claim_proofs',
    sql`SELECT id AS proof, claim_id AS claim, media AS type, size AS bytes, sha256, ${selectTime(sql`created_at`)} AS sent
          FROM claim_proofs WHERE user_id = ${id} ORDER BY id`,
  ],
]
