import { sql, type SQL } from 'drizzle-orm'
import { selectHiddenUntil } from '~/accounts/payout-hold.server'
import { canSendMail } from '~/outreach/deliveries/queue-mail.server'
import { writeVisitNumber } from '~/tracking/visit-number'
import { transactionNumber } from '~/wallet/history/transaction-number.server'

export type Value = string | number | boolean | null
type Row = Record<string, Value>

/** `show` makes what people read of a row. */
type SectionQuery = [name: string, query: SQL, show?: (row: Row) => Row]

/** In place of clicks.seq. */
const withVisitNumber = ({ visit, ...row }: Row): Row => ({ visit: writeVisitNumber(Number(visit)), ...row })

const time = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const rupees = (column: SQL) => sql`to_char(${column} / 100.0, 'FM9999999999990.00')`

/** The wallet hides the details in the same period (docs/decisions/0096-lost-numbers.md). */
const hideAfterNumberChange = (id: number, hint: SQL) =>
  sql`CASE WHEN ${selectHiddenUntil(id)} > now() THEN '••••' ELSE ${hint} END`

/** An address that nobody has confirmed may be a stranger's. Without mails none is ever confirmed. */
const isOwnAddress = () => (canSendMail() ? sql`u.email_confirmed_at IS NOT NULL` : sql`true`)

/** Account numbers and UPI IDs are masked; codes, hashes and friends' names (other people's data) are left out. */
const accountSections = (id: number): SectionQuery[] => [
  [
    'account',
    sql`SELECT u.id AS member_number, u.username AS full_name, u.phone_number, u.email, u.referral_code,
               r.referral_code AS joined_with_code, u.terms_version, ${time(sql`u.terms_accepted_at`)} AS terms_accepted_at,
               ${time(sql`u.email_confirmed_at`)} AS email_confirmed, ${time(selectHiddenUntil(id))} AS payout_details_hidden_until,
               ${time(sql`u.payout_hold_until`)} AS withdrawals_on_hold_until, u.payout_hold_reason,
               ${time(sql`u.created_at`)} AS member_since
          FROM users u LEFT JOIN users r ON r.id = u.referred_by WHERE u.id = ${id}`,
  ],
  [
    'profile_image',
    sql`SELECT 'image/webp' AS type, translate(encode(webp, 'base64'), E'\n', '') AS base64, ${time(sql`created_at`)} AS stored_at
          FROM profile_images WHERE user_id = ${id}`,
  ],
  [
    'sign_ins',
    sql`SELECT kind, agent AS browser, remember AS remembered, opened_by, ${time(sql`confirmed_at`)} AS password_confirmed,
               ${time(sql`created_at`)} AS began,
               ${time(sql`last_seen_at`)} AS last_seen, ${time(sql`expires_at`)} AS ends
          FROM sessions WHERE user_id = ${id} ORDER BY created_at`,
  ],
  [
    'devices_with_notifications',
    sql`SELECT s.agent AS browser, ${time(sql`p.created_at`)} AS since
          FROM push_subscriptions p LEFT JOIN sessions s ON s.token_hash = p.session WHERE p.user_id = ${id} ORDER BY p.id`,
  ],
  [
    'links_sent',
    sql`SELECT purpose, email, ${time(sql`created_at`)} AS sent, ${time(sql`expires_at`)} AS ends,
               ${time(sql`used_at`)} AS used, ${time(sql`ended_at`)} AS ended
          FROM address_links WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'number_changes',
    sql`SELECT old_phone AS former_number, new_phone AS new_number, email AS link_sent_to, state, stopped_by,
               ${time(sql`created_at`)} AS begun, ${time(sql`due_at`)} AS due, ${time(sql`ended_at`)} AS ended
          FROM number_changes WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'codes_sent',
    sql`SELECT o.purpose, o.phone_number, o.provider, o.attempts AS tries, ${time(sql`o.sent_at`)} AS sent_at
          FROM otp_challenges o JOIN users u ON u.phone_number = o.phone_number WHERE u.id = ${id} ORDER BY o.sent_at`,
  ],
]

const moneySections = (id: number): SectionQuery[] => [
  [
    'payout_details',
    sql`SELECT 'bank' AS method, ${hideAfterNumberChange(id, sql`hint`)} AS account, ${time(sql`created_at`)} AS added, ${time(sql`updated_at`)} AS changed
          FROM bank_details WHERE user_id = ${id}
         UNION ALL
        SELECT 'upi', ${hideAfterNumberChange(id, sql`hint`)}, ${time(sql`created_at`)}, ${time(sql`updated_at`)} FROM upi_details WHERE user_id = ${id}`,
  ],
  [
    'wallet',
    sql`SELECT ${transactionNumber} AS transaction, m.kind, ${rupees(sql`m.amount_paise`)} AS amount,
               ${rupees(sql`m.balance_paise`)} AS balance, ${time(sql`m.created_at`)} AS at
          FROM wallet_history m WHERE m.user_id = ${id} ORDER BY m.id`,
  ],
  [
    'adjustments',
    sql`SELECT id AS adjustment, kind, ${rupees(sql`amount_paise`)} AS amount, reason, conversion_id AS purchase, state,
               ${time(sql`created_at`)} AS asked, ${time(sql`decided_at`)} AS decided
          FROM adjustments WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'withdrawals',
    sql`SELECT id AS withdrawal, ${rupees(sql`amount_paise`)} AS amount, method, ${hideAfterNumberChange(id, sql`destination_hint`)} AS account, status,
               utr, reason, ${time(sql`created_at`)} AS asked, ${time(sql`updated_at`)} AS changed
          FROM withdrawals WHERE user_id = ${id} ORDER BY id`,
  ],
]

const shoppingSections = (id: number): SectionQuery[] => [
  [
    'visits_to_shops',
    sql`SELECT k.seq AS visit, k.id AS click, b.name AS store, c.title AS offer, k.network, ${time(sql`k.created_at`)} AS at,
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
               ${rupees(sql`v.sale_paise`)} AS sale, ${rupees(sql`v.pending_paise`)} AS cashback_pending,
               ${rupees(sql`v.granted_paise`)} AS cashback, ${time(sql`v.withdrawable_at`)} AS withdrawable_from,
               ${time(sql`v.created_at`)} AS reported,
               ${time(sql`v.updated_at`)} AS changed
          FROM conversions v JOIN clicks k ON k.id = v.click_id
          JOIN campaigns c ON c.id = v.campaign_id JOIN brands b ON b.id = c.brand_id
         WHERE v.user_id = ${id} ORDER BY v.id`,
    withVisitNumber,
  ],
  [
    'referral_rewards',
    sql`SELECT ${rupees(sql`referral_paise`)} AS amount, status, ${time(sql`updated_at`)} AS changed
          FROM conversions WHERE referrer_id = ${id} ORDER BY id`,
  ],
  [
    'held_money',
    sql`SELECT kind, ${rupees(sql`amount_paise`)} AS amount, state, ${time(sql`until`)} AS withdrawable_from
          FROM held_money WHERE user_id = ${id} AND amount_paise > 0 ORDER BY id`,
  ],
  [
    'followed_stores',
    sql`SELECT b.name AS store, ${time(sql`f.created_at`)} AS since
          FROM followed_stores f JOIN brands b ON b.id = f.brand_id WHERE f.user_id = ${id} ORDER BY f.created_at`,
  ],
  [
    'feedback',
    sql`SELECT c.title AS offer, f.vote, ${time(sql`f.updated_at`)} AS at
          FROM feedback f JOIN campaigns c ON c.id = f.campaign_id WHERE f.user_id = ${id} ORDER BY f.created_at`,
  ],
]

/** Proofs are named; a member takes them from the page of the claim. */
const claimSections = (id: number): SectionQuery[] => [
  [
    'claims',
    sql`SELECT l.id AS claim, l.kind, l.state, k.seq AS visit, l.withdrawal_id AS withdrawal, b.name AS store, l.order_number,
               ${rupees(sql`l.amount_paise`)} AS order_amount, l.conversion_id AS purchase, l.adjustment_id AS adjustment,
               l.decline_reason, ${time(sql`l.created_at`)} AS received, ${time(sql`l.answer_by`)} AS promised_by,
               ${time(sql`l.appealed_at`)} AS appealed, ${time(sql`l.ended_at`)} AS ended
          FROM claims l LEFT JOIN clicks k ON k.id = l.click_id LEFT JOIN brands b ON b.id = l.brand_id
         WHERE l.user_id = ${id} ORDER BY l.id`,
    ({ visit, ...row }) => ({ ...row, visit: visit === null ? null : writeVisitNumber(Number(visit)) }),
  ],
  [
    'claim_messages',
    sql`SELECT m.claim_id AS claim, m.author AS by, m.step, m.body AS text, ${time(sql`m.created_at`)} AS at
          FROM claim_messages m JOIN claims l ON l.id = m.claim_id WHERE l.user_id = ${id} ORDER BY m.id`,
  ],
  [
    'claim_proofs',
    sql`SELECT id AS proof, claim_id AS claim, media AS type, size AS bytes, sha256, ${time(sql`created_at`)} AS sent
          FROM claim_proofs WHERE user_id = ${id} ORDER BY id`,
  ],
]

const supportSections = (id: number): SectionQuery[] => [
  [
    'notifications',
    sql`SELECT title, body, ${time(sql`created_at`)} AS at, ${time(sql`read_at`)} AS read
          FROM notifications WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'messages_sent',
    sql`SELECT channel, kind, address, state, ${time(sql`created_at`)} AS at, ${time(sql`ended_at`)} AS ended
          FROM deliveries WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'message_choices',
    sql`SELECT topic, channel, wanted, ${time(sql`changed_at`)} AS changed
          FROM message_choices WHERE user_id = ${id} ORDER BY topic, channel`,
  ],
  [
    'fraud_signals',
    sql`SELECT s.kind, ${time(sql`s.raised_at`)} AS raised, ${time(sql`s.cleared_at`)} AS cleared
          FROM signals s JOIN signal_members m ON m.signal_id = s.id WHERE m.user_id = ${id} ORDER BY s.id`,
  ],
  [
    'notes_of_support',
    sql`SELECT about, note, at FROM (
          SELECT id, 'account' AS about, body AS note, ${time(sql`created_at`)} AS at FROM notes WHERE user_id = ${id}
           UNION ALL
          SELECT n.id, 'purchase ' || v.id, n.body, ${time(sql`n.created_at`)}
            FROM conversions v JOIN notes n ON n.conversion_id = v.id WHERE v.user_id = ${id}) n ORDER BY id`,
  ],
  [
    'newsletter',
    sql`SELECT s.email, ${time(sql`s.created_at`)} AS subscribed, ${time(sql`s.unsubscribed_at`)} AS left_at
          FROM subscriptions s JOIN users u ON u.email = s.email WHERE u.id = ${id} AND ${isOwnAddress()}`,
  ],
  [
    'newsletter_to_confirm',
    sql`SELECT r.email, ${time(sql`r.created_at`)} AS asked
          FROM newsletter_requests r JOIN users u ON u.email = r.email WHERE u.id = ${id} AND ${isOwnAddress()} ORDER BY r.created_at`,
  ],
]

export const sections = (id: number): SectionQuery[] => [
  ...accountSections(id),
  ...moneySections(id),
  ...shoppingSections(id),
  ...claimSections(id),
  ...supportSections(id),
]
