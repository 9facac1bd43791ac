import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { catalogueVersionNow, findOffer, importFeed, ownRow } from './feed'

test('importing a feed again changes nothing', async () => {
  const feed = {
    success: true,
    data: [ownRow(), ownRow({ id: 'c2' }), ownRow({ id: 'c3', title: 'Lamp oil' })],
  }
  const first = await importFeed(feed, { source: 'twice' })
  expect(first.counts).toEqual({ new: 3, changed: 0, unchanged: 0, ended: 0, hidden: 0, refused: 0 })
  const version = await catalogueVersionNow()
  const before = await db.select().from(campaigns).where(eq(campaigns.source, 'twice'))

  const second = await importFeed(feed, { source: 'twice' })
  expect(second.counts).toEqual({ new: 0, changed: 0, unchanged: 3, ended: 0, hidden: 0, refused: 0 })
  expect(await catalogueVersionNow()).toBe(version)
  expect(await db.select().from(campaigns).where(eq(campaigns.source, 'twice'))).toEqual(before)
})

test('a changed row changes only its offer and keeps the slug', async () => {
  await importFeed([ownRow(), ownRow({ id: 'c2' })], { source: 'change' })
  const before = await findOffer('c1', 'change')
  const again = await importFeed([ownRow({ title: 'Flat 30% off on lamps' }), ownRow({ id: 'c2' })], {
    source: 'change',
  })
  expect(again.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
  const after = await findOffer('c1', 'change')
  expect(after).toMatchObject({ id: before!.id, slug: before!.slug, title: 'Flat 30% off on lamps' })
})

test('slugs are unique, of Latin letters and digits, and never one of our own URLs', async () => {
  const titles = ['Crème & Co: 10% off', 'Crème & Co: 10% off', 'Account', 'दीपावली', '-- !! --']
  await importFeed(
    titles.map((title, i) => ownRow({ id: `s${i}`, title })),
    { source: 'slugs' },
  )
  const slugs = await Promise.all(titles.map(async (_, i) => (await findOffer(`s${i}`, 'slugs'))!.slug))
  expect(slugs[0]).toBe('creme-co-10-off')
  expect(slugs[1]).toBe('creme-co-10-off-deepak-lights')
  expect(slugs[2]).not.toBe('account')
  expect(new Set(slugs).size).toBe(5)
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})

test('two stores of one name get different addresses; a store without a url gets its origin', async () => {
  await importFeed([ownRow()], { source: 'one' })
  await importFeed([ownRow({ store_url: 'https://deepak-lights.example/in' })], { source: 'two' })
  const rows = await db.select().from(brands).where(eq(brands.name, 'Deepak Lights')).orderBy(brands.id)
  expect(new Set(rows.map((row) => row.coupon_code)).size).toBe(rows.length)
  expect(rows.find((row) => row.source === 'one')!.store_url).toBe('https://deepak-lights.example')
  expect(rows.find((row) => row.source === 'two')!.store_url).toBe('https://deepak-lights.example/in')
})

test('a feed’s facts about cashback are stored in one form for lists and lines, and kept when a later row omits them', async () => {
  const stored = async () => (await db.select().from(brands).where(eq(brands.source, 'record')))[0]!
  const record = { tracks_in_hours: '48', confirms_in_days: 45, app_orders: 'no', takes_claims: true }
  await importFeed(
    [
      ownRow({
        ...record,
        voids: ['Gift  cards', '<b>Returns</b>', ''],
        dos: 'Empty the cart\n\nPay at once',
        rate_for: 'Lamps',
      }),
    ],
    { source: 'record' },
  )
  const expected = {
    tracks_in_hours: 48,
    confirms_in_days: 45,
    app_orders: false,
    takes_claims: true,
    voids: 'Gift cards\nReturns',
    dos: 'Empty the cart\nPay at once',
    donts: null,
  }
  expect(await stored()).toMatchObject(expected)
  expect((await findOffer('c1', 'record'))!.rate_for).toBe('Lamps')
  const again = await importFeed([ownRow({ title: 'Lamps again', app_orders: 'yes' })], { source: 'record' })
  expect(again.counts.changed).toBe(1)
  expect(await stored()).toMatchObject({ ...expected, app_orders: true })
  const { reasons } = await importFeed(
    [
      ownRow({ tracks_in_hours: '0' }),
      ownRow({ confirms_in_days: '400' }),
      ownRow({ app_orders: 'maybe' }),
      ownRow({ voids: Array(11).fill('x') }),
      ownRow({ dos: [{}] }),
      ownRow({ rate_for: 'x'.repeat(61) }),
    ],
    { source: 'record' },
  )
  expect(reasons).toEqual([
    'tracks_in_hours: must be a number from 1 to 8760',
    'confirms_in_days: must be a number from 1 to 365',
    'app_orders: must be true or false',
    'voids: more than 10 points',
    'dos: must be a text',
    'rate_for: longer than 60 characters',
  ])
})

test('later rows update a store, and fields that they omit are kept', async () => {
  await importFeed([ownRow({ brand_img: '/logos/deepak.svg', verified_at: '2026-01-02' })], {
    source: 'brand',
  })
  await importFeed([ownRow({ id: 'c2', brand_seo_title: 'Lamps of Jaipur' })], { source: 'brand' })
  const [store] = await db.select().from(brands).where(eq(brands.source, 'brand'))
  expect(store).toMatchObject({
    img: '/logos/deepak.svg',
    seo_title: 'Lamps of Jaipur',
    verified_at: new Date('2026-01-02T00:00:00+05:30'),
  })
})

test('--payout applies to every row of the feed', async () => {
  await importFeed([ownRow({ payout: '250', payout_model: 'flat', currency: 'EUR' })], {
    source: 'payout',
    payout: '5%',
  })
  expect(await findOffer('c1', 'payout')).toMatchObject({
    payout_hundredths: 500n,
    payout_model: 'percentage',
    currency: 'Rs.',
  })
  const again = await importFeed([ownRow()], { source: 'payout' })
  expect(again.counts.changed).toBe(1)
  expect((await findOffer('c1', 'payout'))!.payout_hundredths).toBe(450n)
})

test('an offer hidden by the operator stays hidden when its row changes', async () => {
  await importFeed([ownRow()], { source: 'hidden' })
  await db
    .update(campaigns)
    .set({ hidden_at: new Date(), hidden_reason: 'complaints' })
    .where(eq(campaigns.source, 'hidden'))
  await importFeed([ownRow({ title: 'New words' })], { source: 'hidden' })
  expect(await findOffer('c1', 'hidden')).toMatchObject({
    title: 'New words',
    hidden_reason: 'complaints',
  })
})

test('an ended offer is imported and counted', async () => {
  const { counts } = await importFeed([ownRow({ ends_at: '2025-06-30' })], { source: 'ended' })
  expect(counts).toMatchObject({ new: 1, ended: 1 })
  expect((await findOffer('c1', 'ended'))!.ends_at).toEqual(new Date('2025-07-01T00:00:00+05:30'))
})

test('a feed of several batches shares stores and reports progress after each batch', async () => {
  const rows = Array.from({ length: 650 }, (_, i) =>
    ownRow({ id: i + 1, title: `Lamp ${i % 7}`, brand: `Shop ${i % 3}` }),
  )
  const progress: number[] = []
  const feed = { source: 'batches', pieceSize: 65_536, onProgress: (read: number) => progress.push(read) }
  expect((await importFeed(rows, feed)).counts).toMatchObject({ new: 650, refused: 0 })
  expect(progress).toEqual([300, 600, 650])
  const stored = await db.select().from(campaigns).where(eq(campaigns.source, 'batches'))
  expect(new Set(stored.map((row) => row.slug)).size).toBe(650)
  expect(await db.select().from(brands).where(eq(brands.source, 'batches'))).toHaveLength(3)
})

test('two concurrent imports of one feed store each row once', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ownRow({ id: i + 1 }))
  const both = await Promise.all([1, 2].map(() => importFeed(rows, { source: 'at once', pieceSize: 65_536 })))
  const sum = (key: 'new' | 'changed' | 'unchanged') => both.reduce((n, { counts }) => n + counts[key], 0)
  expect([sum('new'), sum('changed'), sum('unchanged')]).toEqual([400, 0, 400])
})

test('every field of our own format is stored', async () => {
  await importFeed(
    [
      ownRow({
        id: 12345678901234567890n.toString(),
        description: 'Lamps &amp; shades',
        kpi: '<ul><li>One a day</li></ul>',
        code: 'LAMP20',
        type: 'Product',
        currency: 'INR',
        cap: '1,500.50',
        logo_url: '/logos/deepak.svg',
        banner_url: 'https://deepak-lights.example/banner.webp',
        img: 'null',
        offer: 'Flat 20% off',
        seo_title: 'Lamps of Jaipur',
        coupon_code: 'Deepak',
        coupon_count: 14,
        network: 'Awin',
        network_campaign_id: 'net-7',
        tracking_url: 'https://track.example/click?a=1',
        guest_clicks: true,
        locale: 'es',
        tracking_script_cid: '42',
        starts_at: '2026-01-01',
        ends_at: '2099-01-31T18:00:00+05:30',
      }),
    ],
    { source: 'all fields' },
  )
  const row = (await findOffer('12345678901234567890', 'all fields'))!
  expect(row).toMatchObject({
    description_html: '<p>Lamps &amp; shades</p>',
    description_text: 'Lamps & shades',
    kpi_html: '<ul><li>One a day</li></ul>',
    code: 'LAMP20',
    type: 'product',
    payout_hundredths: 450n,
    currency: 'Rs.',
    cap_paise: 150_050n,
    logo_url: '/logos/deepak.svg',
    banner_url: 'https://deepak-lights.example/banner.webp',
    img: null,
    offer: 'Flat 20% off',
    seo_title: 'Lamps of Jaipur',
    network: 'awin',
    network_campaign_id: 'net-7',
    tracking_url: 'https://track.example/click?a=1',
    guest_clicks: true,
    locale: 'es',
    tracking_script_cid: '42',
    starts_at: new Date('2026-01-01T00:00:00+05:30'),
    ends_at: new Date('2099-01-31T12:30:00Z'),
  })
  const [store] = await db.select().from(brands).where(eq(brands.id, row.brand_id))
  expect(store).toMatchObject({ coupon_code: 'deepak', img: '/logos/deepak.svg' })
})

test('a store with http only is reached through its https tracking link', async () => {
  const tracking_url = 'https://track.example/lamps?a=1'
  const url = 'http://www.lamps.example:8080/all'
  const feed = [
    ownRow({ id: 'h1', url, tracking_url, brand: null }),
    ownRow({ id: 'h2', url, network: 'tune' }),
  ]
  const { counts, reasons } = await importFeed(feed, { source: 'http' })
  expect(counts).toMatchObject({ new: 1, refused: 1 })
  expect(reasons).toEqual(['url: only https addresses are taken'])
  const row = (await findOffer('h1', 'http'))!
  expect(row).toMatchObject({ url: tracking_url, tracking_url })
  const [store] = await db.select().from(brands).where(eq(brands.id, row.brand_id))
  expect(store).toMatchObject({ name: 'lamps.example', store_url: 'https://www.lamps.example' })
})

test.each(['&amp;', '&AMP;', '&#38;', '&#038;', '&#x26;', '&#X26;', '&amp;amp;', '&amp;#38;', '&'])(
  'an address with ‘%s’ between its parameters is stored with ‘&’, in each field',
  async (mark) => {
    const at = (path: string) => `https://deepak-lights.example/${path}?a=1${mark}b=2&copy=3&lt=4`
    const source = `addresses ${mark}`
    const [url, tracking_url, store_url, logo_url, banner_url, img, brand_img] = 'utslbip'.split('').map(at)
    const fields = { url, tracking_url, store_url, logo_url, banner_url, img, brand_img }
    const { reasons } = await importFeed([ownRow({ ...fields, network: 'impact' })], { source })
    expect(reasons).toEqual([])
    const stored = (path: string) => `https://deepak-lights.example/${path}?a=1&b=2&copy=3&lt=4`
    expect(await findOffer('c1', source)).toMatchObject({
      url: stored('u'),
      tracking_url: stored('t'),
      logo_url: stored('l'),
      banner_url: stored('b'),
      img: stored('i'),
    })
    const [store] = await db.select().from(brands).where(eq(brands.source, source))
    expect(store).toMatchObject({ store_url: stored('s'), img: stored('p') })
  },
)

test('an http address that is hidden by entities is refused as such', async () => {
  const { reasons } = await importFeed([ownRow({ url: 'http&#58;//deepak-lights.example/' })], {
    source: 'http',
  })
  expect(reasons).toEqual(['url: only https addresses are taken'])
})

const REAL_CODES =
  'LAMP20/NOCODE10/ZERO/NONE50/N4A/5E10/MAY-25/NO-LIMIT/FREE/NOTREQUIREDBUTNICE/BRAKE/0000X/SAVE 10/दिवाली10'
const NO_CODES = `NO CODE REQUIRED|No code required.|no-code-needed|NOCODE|No Coupon Code Required|#N/A|N/A|n.a.|NA|-|--|0|000|none|NULL|nil
  |{code}|???|Auto-Applied|(none)|НЕ НУЖЕН|не требуется|Промокод не нужен|не потрібен|Kein Code nötig|ENTFÄLLT|Aucun code nécessaire
  |sans code|SIN CÓDIGO|No requiere código|Não precisa de código|Nessun codice richiesto|Geen code nodig|Brak kodu|kod gerekmez
  |कोड की आवश्यकता नहीं|कोड की ज़रूरत नहीं है|无需优惠码|コード不要|\u200b|NO\u00a0CODE\u200b REQUIRED`

const CODES: Record<string, string | null> = Object.fromEntries([
  ...REAL_CODES.split('/').map((code) => [code, code]),
  ...NO_CODES.split('|').map((text) => [text.replace('\n  ', ''), null]),
  ['\ufeffLAMP\u200b20\u2060', 'LAMP20'],
  ['\u00a0SAVE\u00a010 ', 'SAVE 10'],
  ['SAVE\u201310', 'SAVE-10'],
])

test('a code is stored without invisible characters, and a text that says that none is needed is no code', async () => {
  const codes = Object.keys(CODES)
  const { reasons } = await importFeed(
    codes.map((code, i) => ownRow({ id: `code${i}`, code })),
    { source: 'codes' },
  )
  expect(reasons).toEqual([])
  const rows = await db.select().from(campaigns).where(eq(campaigns.source, 'codes'))
  const stored = new Map(rows.map(({ external_id, code }) => [external_id, code]))
  expect(Object.fromEntries(codes.map((code, i) => [code, stored.get(`code${i}`)]))).toEqual(CODES)
})
