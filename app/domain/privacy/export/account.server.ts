import { sql } from 'drizzle-orm'
import { selectHiddenUntil } from '~/domain/accounts/payout-hold.server'
import { selectTime, type SectionQuery } from './section.server'

/** Sections show masked values, and no codes, hashes or friends' names. */
export const accountSections = (id: number): SectionQuery[] => [
  [
    'account',
    sql`SELECT u.id AS member_number, u.username AS full_name, u.phone_number, u.email, u.referral_code,
               r.referral_code AS joined_with_code, u.terms_version, ${selectTime(sql`u.terms_accepted_at`)} AS terms_accepted_at,
               ${selectTime(sql`u.email_confirmed_at`)} AS email_confirmed, ${selectTime(selectHiddenUntil(id))} AS payout_details_hidden_until,
               ${selectTime(sql`u.payout_hold_until`)} AS withdrawals_on_hold_until, u.payout_hold_reason,
               ${selectTime(sql`u.created_at`)} AS member_since
          FROM users u LEFT JOIN users r ON r.id = u.referred_by WHERE u.id = ${id}`,
  ],
  [
    'profile_image',
    sql`SELECT 'image/webp' AS type, translate(encode(webp, 'base64'), E'\n', '') AS base64, ${selectTime(sql`created_at`)} AS stored_at
          FROM profile_images WHERE user_id = ${id}`,
  ],
  [
    'sign_ins',
    sql`SELECT kind, agent AS browser, remember AS remembered, opened_by, ${selectTime(sql`confirmed_at`)} AS password_confirmed,
               ${selectTime(sql`created_at`)} AS began,
               ${selectTime(sql`last_seen_at`)} AS last_seen, ${selectTime(sql`expires_at`)} AS ends
          FROM sessions WHERE user_id = ${id} ORDER BY created_at`,
  ],
  [
    'devices_with_notifications',
    sql`SELECT s.agent AS browser, ${selectTime(sql`p.created_at`)} AS since
          FROM push_subscriptions p LEFT JOIN sessions s ON s.token_hash = p.session WHERE p.user_id = ${id} ORDER BY p.id`,
  ],
  [
    'links_sent',
    sql`SELECT purpose, email, ${selectTime(sql`created_at`)} AS sent, ${selectTime(sql`expires_at`)} AS ends,
               ${selectTime(sql`used_at`)} AS used, ${selectTime(sql`ended_at`)} AS ended
          FROM address_links WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'number_changes',
    sql`SELECT old_phone AS former_number, new_phone AS new_number, email AS link_sent_to, state, stopped_by,
               ${selectTime(sql`created_at`)} AS begun, ${selectTime(sql`due_at`)} AS due, ${selectTime(sql`ended_at`)} AS ended
          FROM number_changes WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'codes_sent',
    sql`SELECT o.purpose, o.phone_number, o.provider, o.attempts AS tries, ${selectTime(sql`o.sent_at`)} AS sent_at
          FROM otp_challenges o JOIN users u ON u.phone_number = o.phone_number WHERE u.id = ${id} ORDER BY o.sent_at`,
  ],
]
