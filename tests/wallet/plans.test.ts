/** Every query of a member's wallet and notifications uses an index, among 25,000 other members. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { joinParts } from '~/platform/formats/parts'
import { listNotificationPage, markAllRead, markRead, notify } from '~/domain/outreach/notifications.server'
import { readHeaderState } from '~/components/layout/header-data.server'
import { findPayoutDetails } from '~/domain/wallet/destinations.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { listReferrals } from '~/domain/wallet/referrals.server'
import { readPeriod } from '~/domain/wallet/statements'
import { readWalletStatement, streamStatement } from '~/domain/wallet/statements.server'
import { measurePayoutTime } from '~/domain/wallet/payout-time.server'
import { listUnsent } from '~/domain/wallet/unsent.server'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { findWithdrawal, listWithdrawalSteps, listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { collectPlans } from '../support/plans'
import { memberWith, sendRequest } from './support'

const PEOPLE = 25_000
/** Sales of each other member, pending and then approved or rejected. */
const SALES = 4

let user: number
let withdrawal: number
let notification: number

/** Members referred by `referrer`, each with a click, sales and their ledger rows. */
async function crowd(name: string, people: number, sales: number, referrer: number | null): Promise<void> {
  const own = sql`(SELECT id FROM users WHERE username = ${name})`
  await db.execute(sql`
    INSERT INTO users (username, referred_by)
    SELECT ${name}::text, ${referrer}::bigint FROM generate_series(1, ${people}::int)`)
  await db.execute(sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
    SELECT ${name}::text || id, id, (SELECT min(id) FROM campaigns), 'trackier', 500, 'percentage', 'Rs.', 'v'
      FROM users WHERE id IN ${own}`)
  await db.execute(sql`
    INSERT INTO conversions
           (network, external_id, click_id, user_id, referrer_id, campaign_id, status, sale_paise, pending_paise, revision)
    SELECT 'trackier', 'S' || n || '-' || k.id, k.id, k.user_id, ${referrer}::bigint, k.campaign_id,
           (ARRAY['pending', 'approved', 'rejected'])[1 + n % 3], 2000, CASE n % 3 WHEN 0 THEN 100 ELSE 0 END, 1
      FROM clicks k, generate_series(1, ${sales}::int) n WHERE k.user_id IN ${own}`)
  await db.execute(sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise)
    SELECT a.code, u.id, a.side, 0
      FROM users u, (VALUES ('user_pending', 'credit'), ('user_available', 'credit'), ('payout_clearing', 'credit'),
                            ('user_debt', 'debit')) a (code, side)
     WHERE u.id IN ${own} ON CONFLICT DO NOTHING`)
  await db.execute(sql`
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
    SELECT 'conversion:' || c.id || ':r1:' || kind, kind, h.id, a.id, 100, 'conversion', c.id, 2
      FROM conversions c
      JOIN (VALUES ('pending', 'pending_contra', 'user_pending'), ('cashback', 'cashback_expense', 'user_available'))
           m (kind, house, own) ON true
      JOIN ledger_accounts h ON h.user_id = 0 AND h.code = m.house
      JOIN ledger_accounts a ON a.user_id = c.user_id AND a.code = m.own
     WHERE c.user_id IN ${own}`)
  await db.execute(sql`
    INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint)
    SELECT id, 100, 'upi', gen_random_uuid(), 'sealed', 'hint' FROM users WHERE id IN ${own}`)
  await db.execute(sql`
    INSERT INTO notifications (user_id, reference, title, body, href, read_at)
    SELECT u.id, 'crowd:' || n, 'Title', 'Body', '/Account/History', CASE n % 2 WHEN 0 THEN now() END
      FROM users u, generate_series(1, ${sales}::int) n WHERE u.id IN ${own}`)
}

/** As after some months with many networks. */
const fillWaits = () =>
  db.execute(sql`
    INSERT INTO waiting_times (night, step, network, sales, p50_hours, p90_hours, due, kept)
    SELECT current_date - day, step, 'network ' || n, 30, 10, 20, 0, 0
      FROM generate_series(1, 60) day, generate_series(1, 200) n, (VALUES ('track'), ('confirm')) s (step)`)

beforeAll(async () => {
  await fillWaits()
  user = await memberWith(100_000n)
  await crowd('Others', PEOPLE, SALES, null)
  await crowd('Friends', 100, 3, user)
  await db.execute(sql`UPDATE users SET username = 'Friends of one' WHERE username = 'Friends'`)
  // This member's own rows, as of some years.
  await db.execute(sql`
    INSERT INTO conversions (network, external_id, click_id, user_id, campaign_id, status, sale_paise, pending_paise, revision)
    SELECT 'trackier', 'own' || n, k.id, k.user_id, k.campaign_id, (ARRAY['pending', 'approved', 'rejected'])[1 + n % 3],
           2000, CASE n % 3 WHEN 0 THEN 100 ELSE 0 END, 1
      FROM (SELECT * FROM clicks WHERE user_id = ${user} LIMIT 1) k, generate_series(1, 150) n`)
  await db.execute(sql`
    INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
    SELECT 'conversion:' || c.id || ':r1:cashback', 'cashback', h.id, a.id, 100, 'conversion', c.id, 2
      FROM conversions c, ledger_accounts h, ledger_accounts a
     WHERE c.user_id = ${user} AND c.external_id LIKE 'own%' AND h.user_id = 0 AND h.code = 'cashback_expense'
       AND a.user_id = ${user} AND a.code = 'user_available'`)
  await db.execute(sql`
    INSERT INTO notifications (user_id, reference, title, body, href)
    SELECT ${user}::bigint, 'own:' || n, 'Title', 'Body', '/Account/History' FROM generate_series(1, 500) n`)
  await db.execute(sql`
    INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint)
    SELECT ${user}::bigint, 100, 'upi', gen_random_uuid(), 'sealed', 'hint' FROM generate_series(1, 60)`)
  await db.execute(sql`UPDATE withdrawals SET status = 'cancelled' WHERE id % 500 > 0`)
  await db.execute(
    sql`UPDATE withdrawals SET status = 'processing' WHERE status = 'requested' AND id % 1000 = 0`,
  )
  const [row] = await db.execute<{ withdrawal: number; notification: number }>(sql`
    SELECT (SELECT max(id)::int FROM withdrawals) AS withdrawal,
           (SELECT max(id)::int FROM notifications WHERE user_id = ${user}) AS notification`)
  withdrawal = row!.withdrawal
  notification = row!.notification
  await db.execute(sql`ANALYZE`)
}, 120_000)

test('the test data has rows for every query below', async () => {
  expect((await listWalletHistory(user)).total).toBeGreaterThan(150)
  expect((await joinParts(streamStatement(user))).split('\n').length).toBeGreaterThan(150)
  expect(await listReferrals(user)).toMatchObject({ count: 100, pages: 5 })
  expect((await listNotificationPage(user, 26)).pages).toBeGreaterThan(50)
  expect((await readHeaderState(user)).unread).toBe(100)
  expect((await listWithdrawals({ userId: user })).length).toBe(60)
  expect((await listUnsent()).length).toBeGreaterThan(5)
})

const readTo = (search: string) => readPeriod(new URLSearchParams(search)).period!
const item = { topic: 'money', reference: 'new', title: 'Title', body: 'Body', href: '/' } as const

test.each<[string, () => Promise<unknown>]>([
  ['the first page of the history', () => listWalletHistory(user)],
  ['the last page of the history', () => listWalletHistory(user, { page: 8 })],
  ['the cashback of the history', () => listWalletHistory(user, { part: 'cashback' })],
  ['the withdrawals of the history', () => listWalletHistory(user, { part: 'withdrawals' })],
  ['the file of the history', () => joinParts(streamStatement(user))],
  ...['', 'year=2026-27', 'from=1900-01-01&to=2199-12-31'].flatMap(
    (search): [string, () => Promise<unknown>][] => [
      [`the statement of ‘${search}’`, () => readWalletStatement(user, readTo(search))],
      [`the file of the statement of ‘${search}’`, () => joinParts(streamStatement(user, readTo(search)))],
    ],
  ),
  ['the balances', () => readWallet(user)],
  ['the payout details', () => findPayoutDetails(user)],
  ['the wallet page', () => readWalletPage(user)],
  ['the dialog of a withdrawal', () => readWithdrawChoices(user)],
  ['the usual time of a payout', () => measurePayoutTime()],
  ['a request', () => sendRequest(user, '5', 'upi', '0b6ff0f2-6b0f-4b6a-9f5e-3f2f5b1b7a11')],
  ['a cancellation', () => cancelWithdrawal(user, withdrawal)],
  ['the first page of the referrals', () => listReferrals(user)],
  ['the last page of the referrals', () => listReferrals(user, 5)],
  ['the header', () => readHeaderState(user)],
  ['the first page of the notifications', () => listNotificationPage(user, 1)],
  ['a late page of the notifications', () => listNotificationPage(user, 26)],
  ['marking a notification as read', () => markRead(user, notification)],
  ['adding a notification', () => notify(db, { ...item, userId: user })],
  ['marking all notifications as read', () => markAllRead(user, notification)],
  ['an operator’s list of requests', () => listWithdrawals({ status: 'requested' })],
  ['an operator’s list of a member', () => listWithdrawals({ userId: user })],
  ['the withdrawals for a bank file', () => listUnsent()],
  ['a withdrawal', () => findWithdrawal(withdrawal)],
  ['the steps of a withdrawal', () => listWithdrawalSteps(withdrawal)],
])('%s scans only indexes', async (_, read) => {
  expect(await collectPlans(read)).toEqual([])
})

test('a sequential scan is detected by this test', async () => {
  expect(
    await collectPlans(() => db.execute(sql`SELECT count(*) FROM notifications WHERE title = 'Title'`)),
  ).not.toEqual([])
})
