/** An import touches what its file names: the rest of a known offer stays, and what is lost is listed. */
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { awinRow, findOffer, importFeed, ownRow } from './feed'

const WHOLE = {
  brand_id: 'store-7',
  description: '<p>Every lamp.</p>',
  kpi: '<p>Once.</p>',
  categories: '["Home-Improvement & Lighting"]',
  code: 'LAMP20',
  type: 'product',
  currency: 'EUR',
  cap: '1500.50',
  commission: '9%',
  rate_for: 'Lamps',
  logo_url: '/logos/deepak.svg',
  banner_url: '/banners/deepak.webp',
  img: '/photos/lamp.webp',
  offer: 'Flat 20% off',
  seo_title: 'Lamps of Jaipur',
  network: 'awin',
  network_campaign_id: '4602',
  tracking_url: 'https://track.example/click?a=1',
  guest_clicks: 'true',
  locale: 'es',
  tracking_script_cid: '42',
  starts_at: '2026-01-01',
  ends_at: '2099-01-31',
  voids: 'Gift cards',
}

let source = ''
let made = 0
beforeEach(async () => {
  source = `keep-${++made}`
  await importFeed([ownRow(WHOLE)], { source })
})

const DERIVED = ['row_hash', 'updated_at', 'rank', 'popularity']
const readOffer = async (id = 'c1') => {
  const offer = (await findOffer(id, source))!
  const own = Object.entries(offer).filter(([name]) => !DERIVED.includes(name))
  return Object.fromEntries(own) as typeof offer
}
const readStore = async (id: number) => (await db.select().from(brands).where(eq(brands.id, id)))[0]!
const importRow = (fields: object, options: object = {}) =>
  importFeed(
    [{ id: 'c1', title: 'Flat 20% off on lamps', url: 'https://deepak-lights.example/lamps', ...fields }],
    {
      source,
      ...options,
    },
  )

test.each([
  [{ code: 'LAMP30' }, { code: 'LAMP30' }],
  [{ title: 'Lamps' }, { title: 'Lamps' }],
  [{ brand: 'Deepak Lights', offer: 'New' }, { offer: 'New' }],
  [{ payout: '3%' }, { payout_hundredths: 300n }],
  [{ brand_id: 'store-7', kpi: 'Twice.' }, { kpi_html: '<p>Twice.</p>' }],
  [Object.fromEntries(Object.keys(WHOLE).map((name) => [name, ''])), {}],
  [Object.fromEntries(Object.keys(WHOLE).map((name) => [name, null])), {}],
])('a row that says %j of a known offer changes that alone', async (fields, changed) => {
  const before = await readOffer()
  const store = await readStore(before.brand_id)
  const { changes } = await importRow(fields)
  expect(await readOffer()).toEqual({ ...before, ...changed })
  expect(await readStore(before.brand_id)).toMatchObject({
    name: store.name,
    voids: 'Gift cards',
    img: store.img,
  })
  expect(changes.losses).toEqual([])
})

test('a CSV of corrections without --clear empties nothing, neither by an absent column nor by an empty cell', async () => {
  const before = await readOffer()
  const csv =
    'id,title,brand,url,code,offer\nc1,Better lamps,Deepak Lights,https://deepak-lights.example/lamps,NEW1,\n'
  const { counts, changes } = await importFeed(csv, { source, encoding: 'csv' })
  expect(counts).toMatchObject({ changed: 1, refused: 0 })
  expect(await readOffer()).toEqual({ ...before, title: 'Better lamps', code: 'NEW1' })
  expect(changes.logged.map(({ field, before: was, after }) => [field, was, after])).toEqual([
    ['title', 'Flat 20% off on lamps', 'Better lamps'],
    ['code', 'LAMP20', 'NEW1'],
  ])
})

const EMPTY = [
  ['description', { description_html: '', description_text: '' }, 'description_html'],
  ['kpi', { kpi_html: '' }, 'kpi_html'],
  ['code', { code: null }, 'code'],
  ['categories', { categories: null, category_id: null }, 'categories'],
  ['type', { type: 'deal' }, 'type'],
  ['payout', { payout_hundredths: null, payout_model: 'flat' }, 'payout_hundredths'],
  ['currency', { currency: 'Rs.' }, 'currency'],
  ['cap', { cap_paise: null }, 'cap_paise'],
  ['commission', { commission_hundredths: null, commission_model: null }, 'commission_hundredths'],
  ['rate_for', { rate_for: null }, 'rate_for'],
  ['logo_url', { logo_url: null }, 'logo_url'],
  ['banner_url', { banner_url: null }, 'banner_url'],
  ['img', { img: null }, 'img'],
  ['offer', { offer: null }, 'offer'],
  ['seo_title', { seo_title: null }, 'seo_title'],
  ['network_campaign_id', { network_campaign_id: 'c1' }, 'network_campaign_id'],
  ['tracking_url', { tracking_url: null }, 'tracking_url'],
  ['guest_clicks', { guest_clicks: false }, 'guest_clicks'],
  ['locale', { locale: 'en' }, 'locale'],
  ['tracking_script_cid', { tracking_script_cid: null }, 'tracking_script_cid'],
  ['starts_at', { starts_at: null }, 'starts_at'],
  ['ends_at', { ends_at: null }, 'ends_at'],
] as const

test.each(EMPTY)(
  'an empty %s is emptied with --clear alone, and listed before',
  async (name, empty, field) => {
    const before = await readOffer()
    for (const value of ['', null]) {
      await importRow({ [name]: value })
      expect(await readOffer()).toEqual(before)
    }
    const dry = await importRow({ [name]: '' }, { clears: true, dryRun: true })
    expect(await readOffer()).toEqual(before)
    const done = await importRow({ [name]: '' }, { clears: true })
    expect(await readOffer()).toEqual({ ...before, ...empty })
    for (const { changes } of [dry, done]) {
      expect(changes.losses.map((loss) => loss.field)).toContain(field)
      expect(changes.lossCount).toBe(changes.losses.length)
    }
  },
)

test('a network and its id of the programme that change are listed, with both values', async () => {
  const { changes } = await importRow({ network: 'impact', network_campaign_id: '99' })
  expect(changes.losses.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['network', 'awin', 'impact'],
    ['network_campaign_id', '4602', '99'],
  ])
})

test('an offer moves to another store only where the row names another one', async () => {
  const { brand_id } = await readOffer()
  const { changes } = await importRow({ brand: 'Lamp World' })
  expect((await readOffer()).brand_id).not.toBe(brand_id)
  expect(changes.logged).toMatchObject([{ field: 'store', before: 'Deepak Lights', after: 'Lamp World' }])
})

test('the row of the last import is unchanged after a row that names less', async () => {
  await importRow({ code: 'LAMP20' })
  expect((await importRow({ code: 'LAMP20' })).counts).toMatchObject({ changed: 0, unchanged: 1 })
})

test('an offer that --replace has ended is live again when a row without an end lists it', async () => {
  await importFeed([ownRow({ id: 'c2' })], { source, replace: { anyShare: true } })
  expect((await readOffer()).ends_at!.getTime()).toBeLessThanOrEqual(Date.now())
  await importRow({})
  expect(await readOffer()).toMatchObject({ ends_at: null, code: 'LAMP20' })
})

describe('a row of Awin', () => {
  test.each([
    ['that is absent', { terms: undefined, endDate: undefined, voucher: undefined }, {}, false],
    ['that is empty', { terms: '', endDate: '', voucher: { code: '' } }, {}, false],
    [
      'that is empty, with --clear',
      { terms: '', endDate: '', voucher: { code: '' } },
      { kpi_html: '', ends_at: null, code: null },
      true,
    ],
  ])('keeps what others set, and a field %s', async (_, fields, changed, clears) => {
    await importFeed([awinRow({ terms: 'Once.' })], { source })
    await db
      .update(campaigns)
      .set({ offer: 'Ten', cap_paise: 500_00n })
      .where(and(eq(campaigns.source, source), eq(campaigns.external_id, '501')))
    const before = await readOffer('501')
    await importFeed([awinRow(fields)], { source, clears })
    expect(await readOffer('501')).toEqual({ ...before, ...changed })
  })
})
