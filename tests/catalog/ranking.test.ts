/** Popular and top: the clicks of 30 days, then the name (docs/rules.md#11). */
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rankCatalogue, rankInTurn } from '~/catalog/ranking.server'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { jobs } from '~/db/schema/operations'
import { clicks } from '~/db/schema/sales'
import { addBrand, addCampaign, day } from '../catalog-pages/shelf'
import { catalogueVersionNow, findCampaign, importFeed, ownRow } from './feed'

const GUEST = 9
let made = 0

async function click(campaignId: number, times: number, created_at = new Date()) {
  for (let i = 0; i < times; i++)
    await db.insert(clicks).values({
      id: `click${++made}`,
      user_id: GUEST,
      campaign_id: campaignId,
      network: 'trackier',
      payout_model: 'percentage',
      currency: 'Rs.',
      visitor_hash: 'h',
      created_at,
    })
}

beforeEach(async () => {
  await db.delete(clicks)
  await db.delete(campaigns)
  await db.delete(brands)
})

async function fourCampaigns() {
  const zari = await addBrand({ name: 'zari' })
  const amla = await addBrand({ name: 'Amla' })
  const one = await addCampaign({ brand_id: zari.id, title: 'Bangles' })
  const two = await addCampaign({ brand_id: zari.id, title: 'Anklets' })
  const same = await addCampaign({ brand_id: amla.id, title: 'anklets' })
  const old = await addCampaign({ brand_id: amla.id, title: 'Oil' })
  await click(one.id, 2)
  await click(old.id, 1, day(-29))
  await click(old.id, 5, day(-31))
  return { one, two, same, old }
}

const campaignRanks = async () =>
  Object.fromEntries(
    (await db.select().from(campaigns).orderBy(asc(campaigns.rank), asc(campaigns.id))).map((row) => [
      row.title,
      [row.rank, row.clicks_30d],
    ]),
  )
const brandRanks = async () =>
  Object.fromEntries((await db.select().from(brands)).map((row) => [row.name, [row.rank, row.clicks_30d]]))

test('ranks by clicks of 30 days, then by name in any case, without gaps', async () => {
  await fourCampaigns()
  await rankCatalogue()
  expect(await campaignRanks()).toEqual({ Bangles: [1, 2], Oil: [2, 1], Anklets: [3, 0], anklets: [3, 0] })
  expect(await brandRanks()).toEqual({ zari: [1, 2], Amla: [2, 1] })
})

test('ranking writes only changed rows, and keeps the catalogue version if none changed', async () => {
  const { one, old } = await fourCampaigns()
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
  expect(await campaignRanks()).toMatchObject({ Oil: [1, 5], Bangles: [2, 2], Anklets: [3, 0] })
  expect(await brandRanks()).toEqual({ Amla: [1, 5], zari: [2, 2] })
  const after = await written()
  const moved = Object.keys(after).filter((id) => after[id] !== before[id])
  expect(moved.map(Number).sort()).toEqual([one.id, old.id].sort())
})

test('clicks older than 30 days no longer count', async () => {
  const { one } = await fourCampaigns()
  await rankCatalogue()
  await db
    .update(clicks)
    .set({ created_at: day(-31) })
    .where(eq(clicks.campaign_id, one.id))
  await rankCatalogue()
  expect(await campaignRanks()).toMatchObject({ Oil: [1, 1], anklets: [2, 0], Bangles: [3, 0] })
})

test('an import with changes ranks the catalogue', async () => {
  await importFeed([ownRow({ title: 'Zebra lamps' }), ownRow({ id: 'c2', title: 'Aloe lamps' })], {
    source: 'ranked',
  })
  expect((await findCampaign('c2', 'ranked'))!.rank).toBe(1)
  expect((await findCampaign('c1', 'ranked'))!.rank).toBe(2)
})

const lastRanked = (ago: string) =>
  db
    .update(jobs)
    .set({ started_at: sql`now() - ${ago}::interval` })
    .where(eq(jobs.name, 'ranking'))

test('one of many processes ranks the catalogue, an hour after the last ranking', async () => {
  const { old } = await fourCampaigns()
  await rankCatalogue()
  await click(old.id, 4)
  await lastRanked('59 minutes')
  expect(await rankInTurn()).toBeNull()
  expect(await campaignRanks()).toMatchObject({ Oil: [2, 1] })

  await lastRanked('61 minutes')
  const turns = await Promise.all(Array.from({ length: 4 }, () => rankInTurn()))
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await campaignRanks()).toMatchObject({ Oil: [1, 5] })
  expect(await rankInTurn()).toBeNull()
})

test('a catalogue that was just imported is not ranked again within the hour', async () => {
  await db.delete(jobs)
  await importFeed([ownRow({ title: 'Zebra lamps' })], { source: 'just-imported' })
  expect(await rankInTurn()).toBeNull()
})
