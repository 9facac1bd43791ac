/** Every query of claims uses an index at 100,000 visits and claims. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { listClaimsForNetwork } from '~/domain/tracking/claim-decisions.server'
import { findVisitClaim, openMemberClaim } from '~/domain/tracking/member-claims.server'
import { prepareClaim } from '~/domain/tracking/prepare-claim.server'
import {
  findClaim,
  listClaimPage,
  listMemberClaims,
  type ClaimFilter,
} from '~/domain/tracking/read-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { collectPlans as collect } from '../support/plans'
import { click, member } from '../wallet/support'

const ROWS = 100_000
const CLAIMS = { tables: ['claims', 'claim_messages'] }
/** Empty tables are read whole. */
const collectPlans = async (...given: Parameters<typeof collect>) =>
  (await collect(...given)).filter((step) => !/^Seq Scan (?:conversions|withdrawals): 0 rows/.test(step))

let user: number
let visit: string
let store: number

beforeAll(async () => {
  user = await member()
  const clickId = await click(user)
  const [own] = await db.execute<{ seq: string; brand: number }>(sql`
    UPDATE clicks k SET created_at = now() - interval '5 days' FROM campaigns c
     WHERE k.id = ${clickId} AND c.id = k.campaign_id RETURNING k.seq, c.brand_id::int AS brand`)
  visit = formatVisitNumber(Number(own!.seq))
  store = own!.brand
  await db.execute(sql`
    INSERT INTO users (username) SELECT 'Crowd ' || i FROM generate_series(1, ${ROWS}::int / 10) i`)
  await db.execute(sql`
    INSERT INTO brands (source, external_id, coupon_code, name)
    SELECT 'test', 'crowd' || i, 'crowd' || i, 'Crowd ' || i FROM generate_series(1, 200) i`)
  await db.execute(sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
    SELECT 'crowd' || i, u.id, (SELECT min(id) FROM campaigns), 'trackier', 500, 'percentage', 'Rs.', 'v' || i,
           now() - i * interval '1 minute'
      FROM generate_series(1, ${ROWS}::int) i
      JOIN (SELECT id, row_number() OVER () AS n FROM users WHERE username LIKE 'Crowd%') u ON u.n = 1 + i % (${ROWS}::int / 10)`)
  // One in a hundred is open, as it is where claims are answered.
  await db.execute(sql`
    INSERT INTO claims (user_id, kind, click_id, brand_id, order_number, order_key, state, waits_for_us, answer_by, ended_at)
    SELECT k.user_id, (ARRAY['missing', 'wrong-amount', 'other-order'])[1 + n % 3], k.id, b.id, 'O' || n, 'O' || n,
           CASE WHEN n % 200 = 0 THEN 'received' WHEN n % 200 = 1 THEN 'sent' WHEN n % 2 = 0 THEN 'answered' ELSE 'declined' END,
           n % 200 = 0, now() + (n % 90 - 45) * interval '1 day',
           CASE WHEN n % 200 > 1 THEN now() - n * interval '1 minute' END
      FROM (SELECT id, user_id, row_number() OVER () AS n FROM clicks WHERE id LIKE 'crowd%') k
      JOIN (SELECT id, row_number() OVER () AS m FROM brands WHERE name LIKE 'Crowd%') b ON b.m = 1 + k.n % 200`)
  await db.execute(sql`
    INSERT INTO claim_messages (claim_id, author, step, body) SELECT id, 'member', 'received', 'It is missing' FROM claims`)
  for (const table of ['users', 'brands', 'clicks', 'claims', 'claim_messages'])
    await db.execute(sql.raw(`ANALYZE ${table}`))
}, 300_000)

const FILTERS: Record<string, () => ClaimFilter> = {
  all: () => ({}),
  'in one state': () => ({ state: 'sent' }),
  'of one kind': () => ({ kind: 'missing' }),
  'of one member': () => ({ userId: user }),
  'of one store': () => ({ storeId: store }),
  'whose last word is the member’s': () => ({ waiting: true }),
  'whose promised day has passed': () => ({ late: true }),
}

test.each(Object.entries(FILTERS))('the list of claims scans only indexes: %s', async (_, filter) => {
  const [, second] = await listClaimPage(filter(), { limit: 50 })
  expect(await collectPlans(() => listClaimPage(filter(), { limit: 50 }), CLAIMS)).toEqual([])
  if (second)
    expect(
      await collectPlans(() => listClaimPage(filter(), { limit: 50, after: second.id }), CLAIMS),
    ).toEqual([])
})

test('the pages of a member and opening a claim scan only indexes', async () => {
  const [row] = await db.execute<{ id: string; user_id: string }>(sql`SELECT id, user_id FROM claims LIMIT 1`)
  expect(await collectPlans(() => listMemberClaims(Number(row!.user_id)), CLAIMS)).toEqual([])
  expect(await collectPlans(() => findClaim(Number(row!.id)), CLAIMS)).toEqual([])
  expect(await collectPlans(() => findVisitClaim(user, visit), CLAIMS)).toEqual([])
  const about = { visit, withdrawal: null, kind: null }
  expect(await collectPlans(() => prepareClaim(user, about), CLAIMS)).toEqual([])
  const given = { kind: 'missing', text: 'It is missing', orderNumber: 'PLAN-1' } as const
  expect(await collectPlans(() => openMemberClaim(user, { visit }, given), CLAIMS)).toEqual([])
})

test('the export for a network scans only indexes', async () => {
  expect(await collectPlans(() => listClaimsForNetwork('trackier', true), { ...CLAIMS, most: 5000 })).toEqual(
    [],
  )
})

test('sweeping proofs scans only indexes', async () => {
  expect(await collectPlans(() => sweep(), CLAIMS)).toEqual([])
})

test('a sequential scan of claims is detected by this test', async () => {
  const scan = () => db.execute(sql`SELECT count(*) FROM claims WHERE order_number = 'O1'`)
  expect(await collectPlans(scan, CLAIMS)).not.toEqual([])
})
