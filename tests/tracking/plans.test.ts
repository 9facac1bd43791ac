/** Every query of clicks, postbacks and conversions uses an index at 100,000 rows each. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/v4'
import {
  lagCondition,
  quarantineCondition,
  silenceCondition,
} from '~/domain/alerts/conditions/reports.server'
import { listWaits } from '~/domain/catalog/waits.server'
import { db } from '~/platform/db/client.server'
import type { Page } from '~/platform/db/period.server'
import { findOperation } from '~/desk/find-operation'
import type { ListOperation } from '~/desk/operation'
import { searchMembers, searchSales } from '~/domain/tracking/search.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { previewReport } from '~/domain/tracking/reconcile/preview-report.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import {
  countByNetwork,
  findPostback,
  listPostbacks,
  listPostbacksOfSale,
  listReplayable,
} from '~/domain/tracking/postbacks.server'
import { applyDue } from '~/domain/tracking/inbox.server'
import { resolveAccepted, replayPostback } from '~/domain/tracking/quarantine.server'
import { findSale, listSales } from '~/domain/tracking/conversions.server'
import { readStats } from '~/domain/tracking/stats.server'
import { readPurchases } from '~/domain/wallet/sums/pending.server'
import { computeWaits } from '~/domain/tracking/waiting-times.server'
import { listMemberVisits, findMemberVisit } from '~/domain/tracking/member-visits.server'
import { findSaleOwner } from '~/domain/tracking/claims/find-sale-owner.server'
import { listVisits } from '~/domain/tracking/visits.server'
import { askedBy, collectPlans } from '../support/plans'
import { sendReport, throwError } from '../support/reports'
import { makeOffer, click, member } from '../wallet/support'

const ROWS = 100_000
let user: number
/** With many visits of three quarters of a year, each tenth with a sale. */
let shopper: number
const VISITS = 1500

beforeAll(async () => {
  user = await member()
  await click(user)
  await db.execute(sql`
    INSERT INTO users (username) SELECT 'Crowd ' || i FROM generate_series(1, ${ROWS}::int) i`)
  await db.execute(sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
    SELECT 'crowd' || i, CASE WHEN i % 5 = 0 THEN 9 ELSE u.id END, (SELECT min(id) FROM campaigns),
           (ARRAY['trackier', 'tune', 'impact', 'admitad', 'awin'])[1 + i % 5], 500, 'percentage', 'Rs.', 'v' || i,
           now() - i * interval '1 minute'
      FROM generate_series(1, ${ROWS}::int) i
      JOIN (SELECT id, row_number() OVER () AS n FROM users WHERE username LIKE 'Crowd%') u ON u.n = i`)
  await db.execute(sql`
    INSERT INTO conversions (network, external_id, order_number, click_id, user_id, campaign_id, status, sale_paise, revision, created_at)
    SELECT network, 'C' || id, 'O-' || id, id, user_id, campaign_id,
           (ARRAY['pending', 'approved', 'rejected', 'reversed'])[1 + length(id) % 4], 100, 1, created_at
      FROM clicks ORDER BY created_at`)
  await db.execute(sql`
    INSERT INTO postback_inbox (network, method, raw, outcome, reason, conversion_id, processed_at, received_at)
    SELECT network, 'GET', '{}', CASE WHEN id % 200 = 0 THEN 'quarantined' ELSE 'applied' END,
           CASE WHEN id % 200 = 0 THEN 'unknown-click' END, id, now(), created_at FROM conversions`)
  await db.execute(sql`
    INSERT INTO ledger_accounts (code, user_id, normal_side, floor_paise)
    SELECT code, u.id, side, 0
      FROM (SELECT id FROM users WHERE username LIKE 'Crowd%' ORDER BY id LIMIT ${ROWS}::int / 4) u,
           (VALUES ('user_pending', 'credit'), ('user_available', 'credit'), ('payout_clearing', 'credit'),
                   ('user_debt', 'debit')) a (code, side)`)
  await db.execute(sql`
    INSERT INTO ledger_transfers
           (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, created_at, rules_version)
    SELECT 'crowd' || c.n, 'cashback', a.id, a.id + 1, 1, 'conversion', c.id, c.created_at, 2
      FROM (SELECT id, created_at, row_number() OVER () AS n FROM conversions) c
      JOIN (SELECT id, row_number() OVER () AS n FROM (SELECT id FROM ledger_accounts ORDER BY id LIMIT ${ROWS}::int - 1) x) a
        USING (n)`)
  await db.execute(sql`
    INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint, destination_index)
    SELECT id, 100, 'upi', gen_random_uuid(), 'sealed', 'hint', 'd' || id FROM users
     WHERE username LIKE 'Crowd%' ORDER BY id LIMIT ${ROWS}::int / 10`)
  shopper = await member()
  const { id: offer } = await makeOffer()
  await db.execute(sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
    SELECT 'shopper' || i, CASE WHEN i % 50 = 0 THEN 9 ELSE ${shopper}::bigint END, ${offer}::bigint,
           'trackier', 500, 'percentage', 'Rs.', 'v', now() - i * interval '5 hours'
      FROM generate_series(1, ${VISITS}::int) i`)
  await db.execute(sql`
    UPDATE clicks SET claimed_by = ${shopper}, claimed_at = now() WHERE user_id = 9 AND id LIKE 'shopper%'`)
  await db.execute(sql`
    INSERT INTO conversions (network, external_id, click_id, user_id, campaign_id, status, sale_paise, revision)
    SELECT 'trackier', 'C' || id, id, ${shopper}::bigint, campaign_id, 'pending', 100, 1
      FROM clicks WHERE id LIKE 'shopper%0'`)
  await db.execute(sql`
    INSERT INTO waiting_times (night, step, network, sales, p50_hours, p90_hours, due, kept)
    SELECT current_date - day, step, 'network ' || n, 30, 10, 20, 0, 0
      FROM generate_series(1, 125) day, generate_series(1, 400) n, (VALUES ('track'), ('confirm')) s (step) ORDER BY day DESC`)
  await db.execute(sql`ANALYZE`)
}, 120_000)

/** The second page of three, what it must be, and the large steps of its plans. */
async function readSecondPage<Row, Id>(list: (page: Page<Id>) => Promise<Row[]>, idOf: (row: Row) => Id) {
  const both = (await list({ limit: 6 })).map(idOf)
  const second = () => list({ limit: 3, after: both[2]! })
  return { both, second: (await second()).map(idOf), plans: await collectPlans(second) }
}

describe('PostgreSQL scans only indexes', () => {
  test('in recording a click', async () => {
    const [row] = await db.execute<{ id: number }>(sql`SELECT min(id)::int AS id FROM campaigns`)
    const visitor = { userId: user, address: '192.0.2.1', agent: 'x' }
    expect(await collectPlans(() => recordClick(row!.id, visitor))).toEqual([])
  })

  test('in the visits of a member and in one of them', async () => {
    const parts = ['current', 'no-order', 'all'] as const
    const lists = await Promise.all(parts.map((part) => listMemberVisits(shopper, { part })))
    const [current, quiet, all] = lists.map(({ total }) => total)
    expect(current).toBeGreaterThan(200)
    expect(quiet).toBeGreaterThan(900)
    expect(all).toBeGreaterThan(1000)
    for (const part of parts)
      for (const page of [1, 9])
        expect(await collectPlans(() => listMemberVisits(shopper, { part, page }))).toEqual([])
    expect(await collectPlans(() => readPurchases(shopper))).toEqual([])
    const { number } = lists[0]!.items[0]!
    expect(await collectPlans(() => findMemberVisit(shopper, number))).toEqual([])
  })

  test('except in the job of waiting times, which reads each sale once', async () => {
    // Two steps, each of the store and of the network.
    const steps = await collectPlans(() => computeWaits(), { most: 5 * ROWS })
    expect(steps.filter((step) => !step.startsWith('Seq Scan'))).toEqual([])
    expect((await listWaits({ onlyNetworks: true }, 50)).length).toBeGreaterThan(5)
  }, 180_000)

  test.each(['pending', 'approved', 'rejected'])('in applying a postback: %s', async (status) => {
    const p1 = await click(user)
    const raw = { p1, conversion_id: `P-${p1}`, sale_amount: '1000', status }
    expect(await collectPlans(() => sendReport(raw))).toEqual([])
    expect(await collectPlans(() => sendReport(raw))).toEqual([])
  })

  test('in applying a postback with an order number, and in finding whose order it is', async () => {
    const p1 = await click(user)
    const raw = { p1, conversion_id: `O-${p1}`, txn_id: `Of ${p1}`, sale_amount: '1000', status: 'approved' }
    expect(await collectPlans(() => sendReport(raw))).toEqual([])
    const find = () => db.transaction((tx) => findSaleOwner(tx, user, { storeId: 1, key: 'OCROWD77' }))
    expect(await collectPlans(find)).toEqual([])
  })

  test('a postback takes few queries, since each is a round trip', async () => {
    const p1 = await click(user)
    // The first sale opens the wallet.
    await sendReport({ p1, conversion_id: `first-${p1}`, sale_amount: '1000', status: 'approved' })
    const asked = (status: string) =>
      askedBy(() => sendReport({ p1, conversion_id: `Q-${p1}`, sale_amount: '1000', status }))
    // Stored; locked in the inbox, older ones, the click; the conversion read, written; the wallet and its member
    // locked, the pending amount moved; told; noted.
    expect((await asked('pending')).length).toBe(11)
    // The settings read and the day's cashback counted under the lock of the wallet, the settings once more for the holding days;
    // the pending amount goes and the cashback comes.
    expect((await asked('approved')).length).toBe(15)
    expect((await asked('approved')).length).toBe(7)
    // The commission is one posting more, with the approval and with a repeat that changes it.
    const paid = (payout: string) =>
      askedBy(() =>
        sendReport({ p1, conversion_id: `P-${p1}`, sale_amount: '1000', status: 'approved', payout }),
      )
    expect((await paid('80')).length).toBe(15)
    expect((await paid('80')).length).toBe(7)
    expect((await paid('70')).length).toBe(8)
  })

  test('in a postback of a guest and of an unknown click', async () => {
    const p1 = await click(9)
    const sale = { sale_amount: '1000', status: 'approved' }
    expect(await collectPlans(() => sendReport({ ...sale, p1, conversion_id: `G-${p1}` }))).toEqual([])
    expect(await collectPlans(() => sendReport({ ...sale, p1: 'nobody', conversion_id: 'N' }))).toEqual([])
  })

  test('in claiming a guest’s clicks', async () => {
    const ids = [await click(9), await click(9)]
    for (const p1 of ids)
      await sendReport({ p1, conversion_id: `K-${p1}`, sale_amount: '1000', status: 'pending' })
    const newcomer = await member(user)
    expect(await collectPlans(() => claimGuestClicks(newcomer, ids))).toEqual([])
  })

  test('in the inbox worker', async () => {
    await db.execute(sql`
      INSERT INTO postback_inbox (network, method, raw, next_attempt_at) VALUES ('trackier', 'GET', '{"p1": "x"}', now())`)
    expect(await collectPlans(() => applyDue(throwError))).toEqual([])
  })

  test('in the operator’s queries', async () => {
    const [row] = await db.execute<{ id: number }>(
      sql`SELECT max(id)::int AS id FROM postback_inbox WHERE outcome = 'quarantined'`,
    )
    const { id } = row!
    expect(await collectPlans(() => listPostbacks({}, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listPostbacks({ network: 'awin' }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listPostbacks({ state: 'quarantined' }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listPostbacks({ state: 'open' }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listReplayable({ reason: 'unknown-click' }))).toEqual([])
    expect(await collectPlans(() => countByNetwork())).toEqual([])
    expect(await collectPlans(() => findPostback(id))).toEqual([])
    expect(await collectPlans(() => replayPostback(id))).toEqual([])
    expect(await collectPlans(() => resolveAccepted(id, 'x'))).toEqual([])
    expect(await collectPlans(() => listPostbacksOfSale(id))).toEqual([])
    expect(await collectPlans(() => listSales({}, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listSales({ status: 'pending' }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listSales({ network: 'tune' }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listSales({ userId: user }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => findSale(5))).toEqual([])
  })

  test('in the operator’s queries by store and by period', async () => {
    const [store] = await db.execute<{ id: number }>(
      sql`SELECT brand_id::int AS id FROM campaigns ORDER BY id LIMIT 1`,
    )
    const storeId = store!.id
    const before = new Date(Date.now() - 30 * 24 * 3600_000)
    const from = new Date(before.getTime() - 7 * 24 * 3600_000)
    expect(await collectPlans(() => listSales({ storeId }, { limit: 50 }))).toEqual([])
    expect(
      await collectPlans(() => listSales({ storeId, status: 'rejected', before }, { limit: 50 })),
    ).toEqual([])
    expect(await collectPlans(() => listSales({ storeId, userId: user }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listSales({ from, before }, { limit: 50 }))).toEqual([])
    expect(await collectPlans(() => listPostbacks({ from, before }, { limit: 50 }))).toEqual([])
    expect((await listSales({ storeId, from, before }, { limit: 5 })).length).toBe(5)
  })

  test('in the second page of each list, which follows the first without a gap', async () => {
    const [store] = await db.execute<{ id: number }>(
      sql`SELECT brand_id::int AS id FROM campaigns ORDER BY id LIMIT 1`,
    )
    const before = new Date(Date.now() - 30 * 24 * 3600_000)
    const pages = [
      ...[{}, { before }, { userId: user }, { storeId: store!.id }].flatMap((filter) => [
        () =>
          readSecondPage(
            (page: Page) => listSales(filter, page),
            ({ id }) => id,
          ),
        () =>
          readSecondPage(
            (page: Page<string>) => listVisits(filter, page),
            ({ click }) => click.id,
          ),
      ]),
      ...[{}, { before }, { state: 'quarantined' as const }].map(
        (filter) => () =>
          readSecondPage(
            (page: Page) => listPostbacks(filter, page),
            ({ id }) => id,
          ),
      ),
    ]
    for (const read of pages) {
      const page = await read()
      expect(page.both).toHaveLength(6)
      expect(page).toMatchObject({ second: page.both.slice(3), plans: [] })
    }
  })

  test('in visits by member, store, period and outcome', async () => {
    const [row] = await db.execute<{ id: number }>(
      sql`SELECT brand_id::int AS id FROM campaigns ORDER BY id LIMIT 1`,
    )
    const storeId = row!.id
    const before = new Date(Date.now() - 30 * 24 * 3600_000)
    for (const filter of [
      {},
      { before },
      { storeId },
      { storeId, before },
      { userId: user },
      { userId: user, storeId, before },
    ])
      expect(await collectPlans(() => listVisits(filter, { limit: 50 }))).toEqual([])
    const [visit] = await listVisits({ storeId, before }, { limit: 50 })
    expect(visit).toMatchObject({ sales: [expect.objectContaining({ click_id: visit!.click.id })] })
  })

  test('in figures of a past period by store, and of today except members’ balances', async () => {
    const hour = 3600_000
    const from = new Date(Date.now() - 30 * 24 * 3600_000)
    for (const by of ['store', 'network'] as const)
      expect(
        await collectPlans(() => readStats({ from, before: new Date(from.getTime() + hour) }, by)),
      ).toEqual([])
    const today = await collectPlans(() => readStats({ from: new Date(Date.now() - hour) }, 'day'))
    expect(today.filter((step) => !/FROM ledger_accounts WHERE code IN/.test(step))).toEqual([])
    expect((await readStats({ from }, null)).figures.clicks).toBeGreaterThan(40_000n)
  })

  test('and figures of two months are grouped as they are read, without a sort of all postings', async () => {
    const from = new Date(Date.now() - 60 * 24 * 3600_000)
    const seen = await askedBy(() => readStats({ from }, 'day'))
    const plans = await db.$client.begin(async (tx) => {
      // As at the desk.
      await tx`SET LOCAL max_parallel_workers_per_gather = 0`
      return Promise.all(
        seen
          .filter(({ query }) => /GROUP BY/.test(query))
          .map(({ query, values }) => tx.unsafe(`EXPLAIN ${query}`, values as string[])),
      )
    })
    expect(plans).toHaveLength(5)
    expect(plans.filter((plan) => /GroupAggregate/.test(JSON.stringify(plan)))).toEqual([])
  })

  test('in the alert conditions evaluated each minute', async () => {
    const moment = { at: new Date(), uptime: 3600_000 }
    for (const condition of [quarantineCondition, lagCondition, silenceCondition])
      expect(await collectPlans(() => condition.find(moment))).toEqual([])
  })

  test('in previewing a row of a report', async () => {
    const sale = {
      clickId: 'crowd77',
      conversionId: 'Ccrowd77',
      orderNumber: null,
      externalId: 'Ccrowd77',
      otherIds: ['click:crowd77:'],
      report: 'approved' as const,
      amount: 100n as never,
      networkPayout: null,
    }
    expect(await collectPlans(() => previewReport(db, 'impact', sale))).toEqual([])
  })
})

test('a sequential scan is detected by this test', async () => {
  expect(
    await collectPlans(() => db.execute(sql`SELECT count(*) FROM conversions WHERE sale_paise = 7`)),
  ).not.toEqual([])
})

describe('the first and a later page of a list of operators', () => {
  // Lists of withdrawals, notes and the catalogue have their tests where those tables are filled.
  const LISTS = [
    'users list',
    'visits list',
    'stores waits',
    'conversions list',
    'postbacks list',
    'books journal',
    'log list',
  ]
  test.each(LISTS)('%s reads by an index', async (name) => {
    const list = (await findOperation(name)) as ListOperation<never, never>
    const context = {
      role: 'owner',
      uncovers: false,
      by: 'test',
      hand: { by: 'test', consent: 'none' },
      operatorId: null,
      osAccount: null,
    } as const
    const input = (list.input as z.ZodObject).parse({}) as never
    let after: unknown
    const read = async () => {
      const page = { limit: 50, ...(after ? { after: after as never } : {}) }
      const rows = await list.read(input, page, context)
      after = list.key && rows.length ? list.key(rows.at(-1)!) : undefined
    }
    expect(await collectPlans(read)).toEqual([])
    expect(await collectPlans(read)).toEqual([])
  })
})

test('the search of operators reads by an index', async () => {
  await db.execute(sql`
    INSERT INTO users (username, email, phone_number, referral_code)
    SELECT 'Finder ' || i || ' Rao' || i, 'finder' || i || '@mail.example', '+9170' || lpad(i::text, 8, '0'), 'FINDER' || i
      FROM generate_series(1, ${ROWS}::int) i`)
  await db.execute(sql`ANALYZE users`)
  for (const words of ['rao4711', 'finder4711@', '04711', '7000004711', 'FINDER4711', 'C4711', '4711']) {
    expect(await collectPlans(() => searchMembers(words))).toEqual([])
    expect(await collectPlans(() => searchSales(words))).toEqual([])
  }
  expect((await searchMembers('rao99999')).length).toBe(1)
})
