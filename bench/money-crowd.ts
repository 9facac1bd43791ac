import postgres from 'postgres'
import { sealTransactions } from '~/platform/db/step-seals.server'

interface Crowd {
  users: number
  /** Approved sales per user. */
  sales: number
  /** Also creates the postbacks that reported them. */
  inbox?: boolean
  /** Over which clicks and sales are spread evenly, until now; 0: all happen now. */
  days?: number
}

/** Beside what is there. The books balance. */
export async function crowd(url: string, given: Crowd): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice: () => {} })
  sealTransactions(connection)
  try {
    // In one transaction, as a report and what it changes.
    await connection.begin((sql) => write(sql, given))
    await connection`ANALYZE`
  } finally {
    await connection.end()
  }
}

async function write(
  sql: postgres.TransactionSql,
  { users, sales, inbox = false, days = 0 }: Crowd,
): Promise<void> {
  const pause = (days * 86_400) / users
  await sql`INSERT INTO brands (source, external_id, coupon_code, name) VALUES ('bench', 'b', 'b', 'Shop')`
  await sql`
      INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, payout_hundredths, url, network, network_campaign_id)
      SELECT 'bench', 'c', 'c', 'c', 'Deal', max(id), 500, 'https://shop.example/', 'trackier', '1' FROM brands`
  await sql`INSERT INTO users (username) SELECT 'Crowd ' || i FROM generate_series(1, ${users}::int) i`
  await sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
      SELECT 'crowd' || i, id, (SELECT max(id) FROM campaigns), 'trackier', 500, 'percentage', 'Rs.', 'bench',
             now() - make_interval(secs => ${pause}::float8 * (${users}::int + 1 - i))
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS i FROM users WHERE username LIKE 'Crowd %') u
       ORDER BY i`
  await sql`
      INSERT INTO conversions (network, external_id, conversion_id, legacy, click_id, user_id, campaign_id, status, sale_paise, granted_paise, revision, created_at)
      SELECT 'trackier', 'S' || n || '-' || k.id, 'S' || n || '-' || k.id, false, k.id, k.user_id, k.campaign_id, 'approved', 20 * g, g, 1,
             k.created_at + make_interval(secs => ${pause}::float8 * n / ${sales + 1}::int)
        FROM clicks k, generate_series(1, ${sales}::int) n, LATERAL (SELECT 100 + (n * 997 + k.user_id) % 9600 AS g) a
       WHERE k.id LIKE 'crowd%' ORDER BY k.seq, n`
  await sql`
      INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise)
      SELECT code, 0, 'debit', NULL
        FROM unnest(ARRAY['pending_contra', 'cashback_expense', 'referral_expense', 'bank']) code
      ON CONFLICT DO NOTHING`
  await sql`
      INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise, credits_paise)
      SELECT a.code, u.id, a.side, 0, CASE a.code WHEN 'user_available' THEN coalesce(g.granted, 0) ELSE 0 END
        FROM users u
        LEFT JOIN (SELECT user_id, sum(granted_paise) AS granted FROM conversions GROUP BY 1) g ON g.user_id = u.id,
             (VALUES ('user_pending', 'credit'), ('user_available', 'credit'), ('payout_clearing', 'credit'),
                     ('user_debt', 'debit')) a (code, side)
       WHERE u.username LIKE 'Crowd %'`
  await sql`
      INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version, created_at)
      SELECT 'conversion:' || c.id || ':r1:cashback', 'cashback', h.id, a.id, c.granted_paise, 'conversion', c.id, 2, c.created_at
        FROM conversions c
        JOIN ledger_accounts a ON a.user_id = c.user_id AND a.code = 'user_available',
             (SELECT id FROM ledger_accounts WHERE code = 'cashback_expense') h
       WHERE c.click_id LIKE 'crowd%' ORDER BY c.id`
  if (inbox) {
    await sql`
        INSERT INTO postback_inbox (network, method, raw, click_id, external_id, report, sale_paise, outcome, conversion_id, received_at, processed_at)
        SELECT network, 'GET', jsonb_build_object('p1', click_id, 'conversion_id', external_id, 'status', 'approved',
                                                  'sale_amount', round(sale_paise / 100.0, 2)::text),
               click_id, external_id, 'approved', sale_paise, 'applied', id, created_at, created_at FROM conversions
         WHERE click_id LIKE 'crowd%' ORDER BY id`
    await sql`UPDATE conversions c SET report_id = i.id FROM postback_inbox i WHERE i.conversion_id = c.id AND c.click_id LIKE 'crowd%'`
  }
}
