/** Popular and top: the clicks of 30 days, then the name (docs/rules.md#11). */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listDeals } from '~/domain/catalog/lists.server'
import { rankCatalogue, rankInTurn } from '~/domain/catalog/ranking.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { jobs } from '~/platform/db/schema/operations'
import { clicks } from '~/platform/db/schema/clicks'
import { feedback } from '~/platform/db/schema/editorial'
import { users } from '~/platform/db/schema/members'
import { addStore, addOffer, day } from '../support/catalogue'
import { rewrite } from '../support/rewrite'
import { catalogueVersionNow, findOffer, importFeed, ownRow } from './feed'

const GUEST = 9
const UNRANKED = 2147483647
let made = 0

async function click(offerId: number, times: number, created_at = new Date()) {
  for (let i = 0; i < times; i++)
    await db.insert(clicks).values({
      id: `click${++made}`,
      user_id: GUEST,
      campaign_id: offerId,
      network: 'trackier',
      payout_model: 'percentage',
      currency: 'Rs.',
      visitor_hash: 'h',
      created_at,
    })
}

beforeEach(async () => {
  await rewrite(sql`DELETE FROM clicks`)
  await db.delete(campaigns)
  await db.delete(brands)
})

async function fourOffers() {
  const zari = await addStore({ name: 'zari' })
  const amla = await addStore({ name: 'Amla' })
  const one = await addOffer({ brand_id: zari.id, title: 'Bangles' })
  const two = await addOffer({ brand_id: zari.id, title: 'Anklets' })
  const same = await addOffer({ brand_id: amla.id, title: 'anklets' })
  const old = await addOffer({ brand_id: amla.id, title: 'Oil' })
  await click(one.id, 2)
  await click(old.id, 1, day(-29))
  await click(old.id, 5, day(-31))
  return { one, two, same, old }
}

/** By name: its place among the different ranks, and its clicks. */
const listPlaces = (rows: { name: string; rank: number; clicks: number }[]) => {
  const ranks = [...new Set(rows.map((row) => row.rank))].sort((a, b) => a - b)
  return Object.fromEntries(rows.map((row) => [row.name, [ranks.indexOf(row.rank) + 1, row.clicks]]))
}
const offerRanks = async () =>
  listPlaces(
    await db
      .select({ name: campaigns.title, rank: campaigns.rank, clicks: campaigns.clicks_30d })
      .from(campaigns),
  )
const storeRanks = async () =>
  listPlaces(
    await db.select({ name: brands.name, rank: brands.rank, clicks: brands.clicks_30d }).from(brands),
  )

test('ranks by clicks of 30 days, then by name in any case', async () => {
  await fourOffers()
  await rankCatalogue()
  expect(await offerRanks()).toEqual({ Bangles: [1, 2], Oil: [2, 1], Anklets: [3, 0], anklets: [3, 0] })
  expect(await storeRanks()).toEqual({ zari: [1, 2], Amla: [2, 1] })
})

test('ranking writes only changed rows, and keeps the catalogue version if none changed', async () => {
  const { old } = await fourOffers()
  await rankCatalogue()
  const version = await catalogueVersionNow()
  await rankCatalogue()
  expect(await catalogueVersionNow()).toBe(version)

  const written = async () =>
    Object.fromEntries(
      (await db.execute<{ id: number; xmin: string }>('SELECT id::int AS id, xmin::text FROM campaigns')).map(
        (row) => [row.id, row.xmin],
      ),
    )
  const before = await written()
  await click(old.id, 4)
  await rankCatalogue()
  expect(await offerRanks()).toMatchObject({ Oil: [1, 5], Bangles: [2, 2], Anklets: [3, 0] })
  expect(await storeRanks()).toEqual({ Amla: [1, 5], zari: [2, 2] })
  const after = await written()
  const moved = Object.keys(after).filter((id) => after[id] !== before[id])
  expect(moved.map(Number).sort()).toEqual([old.id])
})

test('clicks older than 30 days no longer count', async () => {
  const { one } = await fourOffers()
  await rankCatalogue()
  await db
    .update(clicks)
    .set({ created_at: day(-31) })
    .where(eq(clicks.campaign_id, one.id))
  await rankCatalogue()
  expect(await offerRanks()).toMatchObject({ Oil: [1, 1], anklets: [2, 0], Bangles: [3, 0] })
})

test('without clicks, ranks follow payout, verified stores and age, and unwanted offers come last', async () => {
  const { id: brand_id } = await addStore({ name: 'Amla' })
  const { id: verified } = await addStore({ name: 'Zari', verified_at: day(-9) })
  const old = { brand_id, created_at: day(-30) }
  await addOffer({ ...old, title: 'a fresh import', payout_hundredths: 9000n, created_at: day(0) })
  await addOffer({ ...old, title: 'rupees', payout_hundredths: 300_00n, payout_model: 'flat' })
  await addOffer({ ...old, title: 'percent', payout_hundredths: 1000n })
  await addOffer({
    ...old,
    title: 'percent of a verified store',
    payout_hundredths: 1000n,
    brand_id: verified,
  })
  await addOffer({ ...old, title: 'newer percent', payout_hundredths: 1000n, created_at: day(-9) })
  const spanish = await addOffer({ ...old, title: 'Spanish', locale: 'es', payout_hundredths: 9000n })
  const unpaid = await addOffer({ ...old, title: 'unpaid', payout_hundredths: null, code: 'NIL' })
  const failing = await addOffer({ ...old, title: 'failing', code: 'FAIL' })
  for (let n = 0; n < 12; n++) {
    const [user] = await db
      .insert(users)
      .values({ username: `voter ${n}` })
      .returning()
    await db
      .insert(feedback)
      .values({ user_id: user!.id, campaign_id: failing.id, vote: n ? 'no' : 'yes', has_click: true })
  }
  for (const { id } of [spanish, unpaid, failing]) await click(id, 3)
  await rankCatalogue()
  const rows = await db.select({ title: campaigns.title }).from(campaigns).orderBy(campaigns.rank)
  expect(rows.map(({ title }) => title)).toEqual([
    'rupees',
    'percent of a verified store',
    'newer percent',
    'percent',
    'a fresh import',
    'Spanish',
    'failing',
    'unpaid',
  ])
  for (const sort of ['percent', 'amount', 'ending', 'new'] as const) {
    const { items } = await listDeals(1, sort)
    expect(
      items
        .slice(-3)
        .map((card) => card.title)
        .toSorted(),
    ).toEqual(['Spanish', 'failing', 'unpaid'])
  }
  await db.delete(feedback)
})

test('an import with changes ranks the catalogue', async () => {
  await importFeed([ownRow({ title: 'Zebra lamps' }), ownRow({ id: 'c2', title: 'Aloe lamps' })], {
    source: 'ranked',
  })
  expect((await findOffer('c2', 'ranked'))!.rank).toBeLessThan((await findOffer('c1', 'ranked'))!.rank)
  expect((await findOffer('c1', 'ranked'))!.rank).toBeLessThan(UNRANKED)
})

/** Offers whose titles are `prefix` and five digits. */
async function many(count: number, prefix: string) {
  const { id } = await addStore({ name: prefix, coupon_code: prefix })
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id)
    SELECT 'many', ${prefix} || n, 'h', md5(${prefix} || n), ${prefix} || lpad(n::text, 5, '0'), ${id}::bigint,
           'https://many.example/', 'trackier', 'm' FROM generate_series(1, ${count}::int) n`)
}

/** Ranks by id, after a check that they are in the order of clicks and names. */
async function rankedNow(): Promise<Map<number, number>> {
  const rows = await db.execute<{ id: number; rank: number; is_sorted: boolean }>(sql`
    SELECT id::int AS id, rank, rank < ${UNRANKED}::int AND
           (row_number() OVER (ORDER BY rank, id)) = (row_number() OVER (ORDER BY clicks_30d DESC, lower(title), id)) AS is_sorted
      FROM campaigns ORDER BY id`)
  expect(rows.filter((row) => !row.is_sorted)).toEqual([])
  return new Map(rows.map((row) => [row.id, row.rank]))
}

/** Ids of those whose rank is another one. */
const movedSince = (before: Map<number, number>, after: Map<number, number>) =>
  [...before.keys()].filter((id) => after.get(id) !== before.get(id))

test('new offers and a click do not move the ranks of other offers', async () => {
  await many(3_000, 'Offer ')
  await rankCatalogue()
  const before = await rankedNow()
  await many(20, 'Offer 01500 and ')
  const clicked = [...before.keys()][2_000]!
  await click(clicked, 1)
  await rankCatalogue()
  const after = await rankedNow()
  expect(after.size).toBe(3_020)
  expect(movedSince(before, after)).toEqual([clicked])
})

test('a full gap is widened, and the rest of the catalogue keeps its ranks', async () => {
  await many(6_000, 'Offer ')
  await rankCatalogue()
  const before = await rankedNow()
  await many(1_500, 'Offer 03000 and ')
  await rankCatalogue()
  const moved = movedSince(before, await rankedNow())
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.length).toBeLessThan(4_001)
})

test('when no gap is left, all ranks are spaced again', async () => {
  await many(50, 'Offer ')
  await db.execute(sql`UPDATE campaigns SET rank = right(title, 5)::int`)
  await many(50, 'Offer 00025 and ')
  await rankCatalogue()
  const ranks = [...(await rankedNow()).values()].sort((a, b) => a - b)
  expect(ranks).toEqual(Array.from({ length: 100 }, (_, i) => (i + 1) * 1000))
})

const lastRanked = (ago: string) =>
  db
    .update(jobs)
    .set({ started_at: sql`now() - ${ago}::interval` })
    .where(eq(jobs.name, 'ranking'))

test('one of many processes ranks the catalogue, an hour after the last ranking', async () => {
  const { old } = await fourOffers()
  await rankCatalogue()
  await click(old.id, 4)
  await lastRanked('59 minutes')
  expect(await rankInTurn()).toBeNull()
  expect(await offerRanks()).toMatchObject({ Oil: [2, 1] })

  await lastRanked('61 minutes')
  const turns = await Promise.all(Array.from({ length: 4 }, () => rankInTurn()))
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await offerRanks()).toMatchObject({ Oil: [1, 5] })
  expect(await rankInTurn()).toBeNull()
})

test('a catalogue that was just imported is not ranked again within the hour', async () => {
  await db.delete(jobs)
  await importFeed([ownRow({ title: 'Zebra lamps' })], { source: 'just-imported' })
  expect(await rankInTurn()).toBeNull()
})
