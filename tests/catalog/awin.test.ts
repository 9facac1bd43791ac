/** Awin's offers feed. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { awinRow, findOffer, importFeed } from './feed'

test('a voucher becomes an offer with a code, and its advertiser a store', async () => {
  const feed = {
    data: [awinRow({ terms: '- New customers only.\n- One a day.\n\nNot on sale items.' })],
    pagination: { page: 1 },
  }
  const { counts } = await importFeed(feed, { source: 'voucher', payout: '250' })
  expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, ended: 0, hidden: 0, refused: 0 })
  const row = (await findOffer('501', 'voucher'))!
  expect(row).toMatchObject({
    slug: 'lamps-for-less',
    title: 'Lamps for less',
    description_html: '<p>A tenth off every lamp.</p>',
    description_text: 'A tenth off every lamp.',
    kpi_html: '<ul><li>New customers only.</li><li>One a day.</li></ul><p>Not on sale items.</p>',
    code: 'LAMP10',
    type: 'voucher',
    payout_hundredths: 25_000n,
    payout_model: 'flat',
    currency: 'Rs.',
    url: 'https://deepak-lights.example/lamps',
    network: 'awin',
    network_campaign_id: '77',
    tracking_url:
      'https://www.awin1.com/cread.php?awinmid=77&awinaffid=4242&ued=https%3A%2F%2Fdeepak-lights.example%2Flamps',
    hidden_at: null,
    starts_at: new Date('2026-01-01T00:00:00Z'),
    ends_at: new Date('2099-12-31T22:59:00Z'),
  })
  const [store] = await db.select().from(brands).where(eq(brands.id, row.brand_id))
  expect(store).toMatchObject({
    external_id: '77',
    name: 'Deepak Lights',
    coupon_code: 'deepak-lights',
    store_url: 'https://deepak-lights.example',
  })
})

test('an offer with nulls, empty texts, missing fields and numbers as text is imported', async () => {
  const link =
    'https://www.awin1.com/cread.php?awinmid=9&awinaffid=1&ued=https%3A%2F%2Fsari-house.example%2Fnew'
  const feed = [
    awinRow({ promotionId: '7', advertiser: { id: '78', name: 'Sari House' }, voucher: null, regions: null }),
    awinRow({ promotionId: 8, voucher: { code: '' }, regions: {}, terms: null, description: null, type: '' }),
    { promotionId: 9, title: 'Bare', urlTracking: link },
    awinRow({ promotionId: 10, startDate: '', endDate: null, voucher: {}, campaign: null }),
    awinRow({ promotionId: 11, title: '', description: 'Only described', voucher: { code: 20 } }),
    awinRow({ promotionId: 12, startDate: '2026-01-01 08:00:00', endDate: '2099-12-31' }),
  ]
  const { counts, reasons } = await importFeed(feed, { source: 'odd' })
  expect(reasons).toEqual([])
  expect(counts).toMatchObject({ new: 6, hidden: 0, ended: 0 })
  expect(await findOffer('8', 'odd')).toMatchObject({ code: null, type: 'promotion', kpi_html: '' })
  expect(await findOffer('9', 'odd')).toMatchObject({ url: 'https://sari-house.example/new', code: null })
  expect(await findOffer('10', 'odd')).toMatchObject({ starts_at: null, ends_at: null })
  expect(await findOffer('11', 'odd')).toMatchObject({ title: 'Only described', code: '20' })
  expect(await findOffer('12', 'odd')).toMatchObject({
    starts_at: new Date('2026-01-01T08:00:00Z'),
    ends_at: new Date('2100-01-01T00:00:00Z'),
  })
})

describe('regions of an offer', () => {
  const india = { name: 'India', countryCode: 'IN' }
  const elsewhere = { name: 'Spain', countryCode: 'ES' }
  test.each([
    [{ all: true }, false],
    [{ all: true, list: [elsewhere] }, false],
    [{ all: false, list: [elsewhere, india] }, false],
    [{ all: false, list: [{ countryCode: 'in' }] }, false],
    [{ all: false, list: ['IN'] }, false],
    [{ all: false, list: [elsewhere] }, true],
    [{ list: [elsewhere] }, true],
    [{ all: false, list: [] }, true],
    [{ all: 'false' }, true],
    [null, false],
  ])('%j: hidden is %s', async (regions, hidden) => {
    const source = `regions ${JSON.stringify(regions)}`
    const { counts } = await importFeed([awinRow({ regions })], { source })
    expect(counts).toMatchObject({ new: 1, hidden: hidden ? 1 : 0 })
    const row = (await findOffer('501', source))!
    expect(row.hidden_reason).toBe(hidden ? 'regions without India' : null)
    expect(row.hidden_at !== null).toBe(hidden)
  })

  test('an offer that comes to include India is shown again', async () => {
    await importFeed([awinRow({ regions: { all: false, list: [elsewhere] } })], { source: 'again' })
    const { counts } = await importFeed([awinRow({ regions: { all: true } })], { source: 'again' })
    expect(counts).toMatchObject({ changed: 1, hidden: 0 })
    expect(await findOffer('501', 'again')).toMatchObject({ hidden_at: null, hidden_reason: null })
  })
})

test('offers of an advertiser whose programme is not joined are hidden', async () => {
  const advertiser = { id: 77, name: 'Deepak Lights', joined: false }
  expect((await importFeed([awinRow({ advertiser })], { source: 'joined' })).counts.hidden).toBe(1)
  expect((await findOffer('501', 'joined'))!.hidden_reason).toBe('programme not joined')
})

test('an ended offer is stored and counted', async () => {
  const { counts } = await importFeed([awinRow({ endDate: '2026-02-01T00:00:00+00:00' })], {
    source: 'ended',
  })
  expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, ended: 1, hidden: 0, refused: 0 })
})

describe('publisher id', () => {
  const link = (query: string) => `https://www.awin1.com/cread.php?awinmid=77&${query}`
  test.each([
    ['awinaffid=4242', true],
    ['awinaffid=4243', false],
    ['awinaffid=42420', false],
    ['awinaffid=4242&awinaffid=4243', false],
    ['awinaffid=4242&AwinAffId=4243', false],
    ['', false],
  ])('with %s in the link: accepted is %s', async (query, taken) => {
    const source = `publisher ${query}`
    const feed = [awinRow({ urlTracking: link(query) })]
    env().AWIN_PUBLISHER_ID = '4242'
    const { counts, held } = await importFeed(feed, { source, trust: undefined })
    env().AWIN_PUBLISHER_ID = undefined
    expect([counts.new, held.rows]).toEqual(taken ? [1, 0] : [0, 1])
    // Without an id of our own, every link of Awin waits.
    expect((await importFeed(feed, { source: `${source} unset`, trust: undefined })).held.rows).toBe(1)
  })

  test('the link is built from the publisher id where the feed has none; without the id the row is refused', async () => {
    const feed = [awinRow({ urlTracking: undefined })]
    expect((await importFeed(feed, { source: 'link' })).reasons).toEqual(['urlTracking: missing'])
    await importFeed(feed, { source: 'link', awinPublisherId: '4242' })
    expect((await findOffer('501', 'link'))!.tracking_url).toBe(
      link('awinaffid=4242&ued=https%3A%2F%2Fdeepak-lights.example%2Flamps'),
    )
  })
})

test.each([
  ['promotionId: missing', { promotionId: null }],
  ['url: only https addresses are taken', { url: 'http://deepak-lights.example/', urlTracking: null }],
  ['urlTracking: only https addresses are taken', { urlTracking: 'javascript:alert(1)' }],
  ['title: missing', { title: null, description: '' }],
])('a row is refused: %s', async (reason, fields) => {
  expect((await importFeed([awinRow(fields)], { source: 'refused', format: 'awin' })).reasons).toEqual([
    reason,
  ])
})

test('a second import of the same feed changes nothing', async () => {
  const feed = { data: [awinRow(), awinRow({ promotionId: 502, regions: { all: false, list: [] } })] }
  await importFeed(feed, { source: 'twice', payout: '5%' })
  expect((await importFeed(feed, { source: 'twice', payout: '5%' })).counts).toEqual({
    new: 0,
    changed: 0,
    unchanged: 2,
    ended: 0,
    hidden: 1,
    refused: 0,
  })
})

describe('offer with an http url', () => {
  const link = (target: string) =>
    `https://www.awin1.com/cread.php?awinmid=77&awinaffid=4242&ued=${encodeURIComponent(target)}`
  const http = 'http://www.deepak-lights.example/lamps'
  const secure = 'https://www.deepak-lights.example/lamps'

  test.each([
    ['with a tracking link to https', { url: http, urlTracking: link(secure) }, secure],
    ['with a tracking link to http', { url: http, urlTracking: link(http) }, link(http)],
    ['only in the tracking link', { url: null, urlTracking: link(http) }, link(http)],
    [
      'with a tracking link without a target',
      { url: http, urlTracking: 'https://www.awin1.com/x?awinaffid=4242' },
      'https://www.awin1.com/x?awinaffid=4242',
    ],
  ])('%s is imported through its tracking link', async (what, fields, url) => {
    const source = `http ${what}`
    const { counts } = await importFeed([awinRow(fields)], { source })
    expect(counts).toMatchObject({ new: 1, refused: 0 })
    const row = (await findOffer('501', source))!
    expect(row).toMatchObject({ url, tracking_url: fields.urlTracking })
    const [store] = await db.select().from(brands).where(eq(brands.id, row.brand_id))
    expect(store!.store_url).toBe('https://www.deepak-lights.example')
  })

  test('without a tracking link gets one of our publisher id, or is refused without that id', async () => {
    const feed = [awinRow({ url: http, urlTracking: null })]
    expect((await importFeed(feed, { source: 'http none' })).reasons).toEqual([
      'url: only https addresses are taken',
    ])
    expect((await importFeed(feed, { source: 'http made', awinPublisherId: '4242' })).counts.new).toBe(1)
    const made = (await findOffer('501', 'http made'))!
    expect(made.url).toBe(made.tracking_url)
    expect(new URL(made.url).searchParams.get('ued')).toBe(http)
  })
})
