/** What an operator writes wins over the feed, field by field, until it is given back. */
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acceptHeldRows, importCatalogue } from '~/domain/catalog/feeds.server'
import {
  addOffer,
  duplicateOffer,
  editOffer,
  findLinkDoubts,
  findNewOfferDoubts,
  giveBackOffer,
  formatAsTyped,
  type NewOffer,
  type OfferTexts,
} from '~/domain/catalog/offers-by-hand.server'
import { findAnyOffer } from '~/domain/catalog/offers.server'
import { cleanHtml } from '~/domain/catalog/feeds.server'
import { addStore, editStore, giveBackStore, readStore } from '~/domain/catalog/stores-by-hand.server'
import { setKeeps } from '~/domain/catalog/keeps-cashback.server'
import { setStoreRates } from '~/domain/catalog/set-rates.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { campaigns, heldRows } from '~/platform/db/schema/catalogue'
import { changeSettings } from '../support/settings'
import { findOffer, importFeed, ownRow } from './feed'

let source = ''
let made = 0
beforeEach(() => {
  source = `hand-${++made}`
})

const importRows = (rows: object[], options: object = {}) => importFeed(rows, { source, ...options })
const read = async (id = 'c1') => (await findOffer(id, source))!
const edit = async (typed: OfferTexts, id = 'c1') => {
  const offer = await read(id)
  return db.transaction((tx) => editOffer(offer.id, typed, tx))
}
const giveBack = async (field: Parameters<typeof giveBackOffer>[1]) => {
  const { id } = await read()
  return db.transaction((tx) => giveBackOffer(id, field, tx))
}
const OWN_LINK = `https://${env().TRACKIER_HOST}/click?pub_id=${env().TRACKIER_PUBLISHER_ID}`
const NEW = { title: 'By hand', network: 'trackier', programme: '77', isDraft: false } satisfies NewOffer
const newStore = async () => {
  const added = await db.transaction((tx) =>
    addStore({ name: `Kesar ${++made}`, page: 'https://kesar.example' }, tx),
  )
  if (!added.ok) throw new Error(added.reason)
  return added.store
}

describe('an import after an edit', () => {
  test('keeps the edited field, and changes the others', async () => {
    await importRows([ownRow({ code: 'LAMP10', description: 'Every lamp.' })])
    await edit({ title: 'Lamps for less', to: new Date('2099-01-31T18:30:00Z') })
    await importRows([ownRow({ title: 'The feed’s new title', code: 'LAMP20', ends_at: '2050-01-01' })])
    expect(await read()).toMatchObject({
      title: 'Lamps for less',
      code: 'LAMP20',
      ends_at: new Date('2099-01-31T18:30:00Z'),
      overrides: { title: 'The feed’s new title', ends_at: '2050-01-01T18:30:00.000Z' },
    })
  })

  test('leaves the row unchanged where the feed says the same as before', async () => {
    await importRows([ownRow()])
    await edit({ title: 'Lamps for less' })
    const { counts } = await importRows([ownRow()])
    expect(counts).toMatchObject({ unchanged: 1, changed: 0 })
    expect((await read()).title).toBe('Lamps for less')
  })

  test('ends an edit where the feed says the same, and changes that field again', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    await edit({ title: 'Lamps for less', to: new Date('2050-01-01T18:30:00Z'), code: 'MINE' })
    await importRows([ownRow({ title: 'Lamps for less', ends_at: '2050-01-01', code: 'LAMP10' })])
    expect(await read()).toMatchObject({ title: 'Lamps for less', overrides: { code: 'LAMP10' } })
    expect(Object.keys((await read()).overrides)).toEqual(['code'])
    await importRows([ownRow({ title: 'Third', code: 'LAMP10' })])
    expect(await read()).toMatchObject({ title: 'Third', code: 'MINE' })
  })

  test('takes what the row does not say from the feed, not from the edit', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    await edit({ code: 'MINE' })
    await importRows([ownRow({ title: 'Changed' })])
    expect(await read()).toMatchObject({ title: 'Changed', code: 'MINE', overrides: { code: 'LAMP10' } })
  })

  test('lists no loss for an edited field that the feed empties', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    await edit({ code: 'MINE' })
    const { changes } = await importRows([ownRow({ code: '' })], { clears: true })
    expect(changes.losses.map(({ field }) => field)).not.toContain('code')
    expect(await read()).toMatchObject({ code: 'MINE', overrides: { code: null } })
  })

  test('says nothing about the cashback of a code that was edited', async () => {
    await importRows([ownRow({ code: 'LAMP10', keeps_cashback: 'yes' })])
    expect((await read()).keeps_cashback).toBe(true)
    await edit({ code: 'MINE' })
    await importRows([ownRow({ code: 'LAMP10', keeps_cashback: 'yes' })])
    expect(await read()).toMatchObject({ code: 'MINE', keeps_cashback: null, keeps_source: null })
    const { id } = await read()
    await db.transaction((tx) => setKeeps(id, false, tx))
    await importRows([ownRow({ code: 'LAMP30', keeps_cashback: 'yes' })])
    expect(await read()).toMatchObject({ code: 'MINE', keeps_cashback: false, keeps_source: 'operator' })
  })

  test('waits where the feed names another network beside a link that was set by hand', async () => {
    const rows = [ownRow({ title: 'New', network: 'trackier', tracking_url: OWN_LINK })]
    const link = 'https://go.impact.example/c/2'
    await importRows([
      ownRow({ network: 'impact', network_campaign_id: '7', tracking_url: 'https://go.impact.example/c/1' }),
    ])
    await edit({ link })
    const { held } = await importRows(rows, { trust: undefined })
    expect(held.examples.flatMap(({ doubts }) => doubts)).toMatchObject([
      { kind: 'link', network: 'trackier', host: 'go.impact.example' },
    ])
    expect(await read()).toMatchObject({ network: 'impact', tracking_url: link })
    const [waiting] = await db.select().from(heldRows).where(eq(heldRows.source, source))
    await acceptHeldRows(waiting!.import_id, 'Asha', { dry: false })
    expect(await read()).toMatchObject({ network: 'trackier', tracking_url: link, title: 'New' })
    expect((await importRows(rows, { trust: undefined })).held.rows).toBe(0)
  })

  test('that replaces the feed does not end an offer whose end was set by hand, and says so', async () => {
    await importRows([ownRow(), ownRow({ id: 'c2' }), ownRow({ id: 'c3' })])
    await edit({ to: new Date('2099-01-31T18:30:00Z') })
    const { unlisted } = await importRows([ownRow({ id: 'c3' })], { replace: { anyShare: true } })
    expect(unlisted).toMatchObject({ offers: 1, byHand: 1, ended: true })
    expect((await read()).ends_at).toEqual(new Date('2099-01-31T18:30:00Z'))
    expect((await read('c2')).ends_at!.getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('an edited offer that its whole feed no longer lists', () => {
  afterEach(() => changeSettings({ UNLISTED_EDITED_OFFERS: 'ended' }))

  const replace = async (dryRun = false) => {
    const rows = [ownRow({ id: 'c3' })]
    return (await importRows(rows, { replace: { anyShare: true }, dryRun })).unlisted
  }
  const start = async () => {
    await importRows([ownRow(), ownRow({ id: 'c2' }), ownRow({ id: 'c3' })])
    await edit({ title: 'Mine' })
  }
  const hasEnded = async (id: string) => (await read(id)).ends_at !== null

  test('ends with the others, as the setting says at first', async () => {
    await start()
    expect(await replace(true)).toMatchObject({ offers: 2, byHand: 0, edited: { offers: 1, kept: false } })
    expect(await replace()).toMatchObject({ offers: 2, edited: { offers: 1, kept: false }, ended: true })
    expect([await hasEnded('c1'), await hasEnded('c2')]).toEqual([true, true])
  })

  test('is kept where the setting says so, until its edit is given back', async () => {
    await changeSettings({ UNLISTED_EDITED_OFFERS: 'kept' })
    await start()
    expect(await replace()).toMatchObject({ offers: 1, edited: { offers: 1, kept: true }, ended: true })
    expect([await hasEnded('c1'), await hasEnded('c2')]).toEqual([false, true])
    await giveBack('title')
    expect(await replace()).toMatchObject({ offers: 1, edited: { offers: 0, kept: true } })
    expect(await hasEnded('c1')).toBe(true)
  })

  test('is counted once where its end was set by hand, too', async () => {
    await changeSettings({ UNLISTED_EDITED_OFFERS: 'kept' })
    await start()
    await edit({ to: new Date('2099-01-31T18:30:00Z') })
    expect(await replace()).toMatchObject({ offers: 1, byHand: 1, edited: { offers: 0 } })
  })
})

describe('a field that is given back', () => {
  test.each([
    ['title', { title: 'Mine' }, { title: 'Flat 20% off on lamps' }],
    ['code', { code: null }, { code: 'LAMP10' }],
    [
      'description',
      { description: 'Mine' },
      { description_html: '<p>Every lamp.</p>', description_text: 'Every lamp.' },
    ],
    ['terms', { terms: '- Once' }, { kpi_html: '<p>Twice.</p>' }],
    ['category', { category: 'Travel' }, { category_id: 14 }],
    ['photo', { photo: null }, { img: '/photos/lamp.webp' }],
    ['from', { from: null }, { starts_at: new Date('2025-12-31T18:30:00Z') }],
    ['to', { to: null }, { ends_at: new Date('2099-01-31T18:30:00Z') }],
    ['page', { page: 'https://deepak-lights.example/all' }, { url: 'https://deepak-lights.example/lamps' }],
    ['link', { link: null }, { tracking_url: 'https://track.example/click?a=1' }],
  ] as const)('%s: what the feed said last returns', async (field, typed, restored) => {
    await importRows([
      ownRow({
        code: 'LAMP10',
        description: 'Every lamp.',
        kpi: 'Twice.',
        category: 'Home-Improvement',
        img: '/photos/lamp.webp',
        starts_at: '2026-01-01',
        ends_at: '2099-01-31',
        tracking_url: 'https://track.example/click?a=1',
      }),
    ])
    const before = await read()
    await edit(typed)
    expect(await read()).not.toMatchObject(restored)
    expect(await giveBack(field)).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ ...restored, overrides: {} })
    expect({ ...(await read()), updated_at: null, rank: 0 }).toEqual({ ...before, updated_at: null, rank: 0 })
  })

  test('has the newer value of the feed, and follows it again', async () => {
    await importRows([ownRow()])
    await edit({ title: 'Mine' })
    await importRows([ownRow({ title: 'Second' })])
    await giveBack('title')
    expect((await read()).title).toBe('Second')
    await importRows([ownRow({ title: 'Third' })])
    expect((await read()).title).toBe('Third')
  })

  test('makes no offer that ends before it begins', async () => {
    await importRows([ownRow({ starts_at: '2050-01-01', ends_at: '2050-02-01' })])
    await edit({ from: new Date('2060-01-01T00:00:00Z'), to: new Date('2060-02-01T00:00:00Z') })
    const before = await read()
    expect(await giveBack('to')).toEqual({ ok: false, reason: 'wrong-period' })
    expect(await read()).toEqual(before)
    expect(await giveBack('from')).toMatchObject({ ok: true })
    expect(await giveBack('to')).toMatchObject({ ok: true })
  })

  test('that was not edited is refused', async () => {
    await importRows([ownRow()])
    expect(await giveBack('code')).toEqual({ ok: false, reason: 'not-edited' })
  })
})

describe('an edit', () => {
  test('back to what the feed says is no edit any more', async () => {
    await importRows([ownRow()])
    await edit({ title: 'Mine' })
    await edit({ title: 'Flat 20% off on lamps' })
    expect((await read()).overrides).toEqual({})
  })

  test('of a second field keeps what the feed said of the first', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    await edit({ title: 'Mine' })
    await edit({ title: 'Mine again', code: 'NEW' })
    expect((await read()).overrides).toEqual({ title: 'Flat 20% off on lamps', code: 'LAMP10' })
  })

  test.each([
    [{ page: 'http://deepak-lights.example' }, 'page'],
    [{ category: 'Submarines' }, 'category'],
    [{ photo: 'javascript:alert(1)' }, 'photo'],
    [{ from: new Date('2099-01-01'), to: new Date('2098-01-01') }, 'to'],
    [{ cardText: 'x'.repeat(121) }, 'cardText'],
  ])('%j is refused at its field, and nothing is written', async (typed, field) => {
    await importRows([ownRow()])
    const before = await read()
    expect(await edit(typed)).toMatchObject({ ok: false, reason: 'invalid', field })
    expect(await read()).toEqual(before)
  })

  test.each(['impact', 'tune'])('empties no link where %s makes none', async (network) => {
    const tracking_url = 'https://track.example/click?a=1'
    await importRows([ownRow({ network, network_campaign_id: '7', tracking_url })])
    expect(await edit({ link: null })).toMatchObject({ ok: false, reason: 'invalid', field: 'link' })
    expect((await read()).tracking_url).toBe(tracking_url)
    expect(await edit({ title: 'Mine' })).toMatchObject({ ok: true })
  })

  test('cleans HTML, and what was typed as lines comes back as lines', async () => {
    await importRows([ownRow()])
    await edit({ description: 'Every lamp.\n- cheap\n- bright<script>x</script>' })
    const { description_html } = await read()
    expect(description_html).not.toContain('script')
    await edit({ description: 'Every lamp.\n- cheap\n- bright' })
    expect(formatAsTyped((await read()).description_html)).toBe('Every lamp.\n- cheap\n- bright')
    await edit({ description: 'Cables & strips, 5 < 6.' })
    expect(formatAsTyped((await read()).description_html)).toBe('Cables & strips, 5 < 6.')
  })

  test.each([
    '<p>One</p><p>Two</p>',
    '<p>A <b>bold</b> word</p>',
    '',
    '<ul><li>a</li></ul><p>b</p>',
    '<ol><li>a</li></ol>',
  ])('%j: as it is shown in the form, it becomes the same HTML', (html) => {
    expect(cleanHtml(formatAsTyped(html))).toBe(html)
  })

  test('at the same time as an import loses neither', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    const { id } = await read()
    let edited: Promise<unknown> = Promise.resolve()
    async function* feed() {
      yield Buffer.from('[')
      for (let n = 0; n < 700; n++) {
        yield Buffer.from(`${n ? ',' : ''}${JSON.stringify(ownRow({ id: `c${n + 1}`, code: 'LAMP20' }))}`)
        if (n === 650) edited = db.transaction((tx) => editOffer(id, { title: 'Mine' }, tx))
      }
      yield Buffer.from(']')
    }
    await importCatalogue(Readable.from(feed()), { source, encoding: 'json', trust: 'all' })
    await edited
    expect(await read()).toMatchObject({
      title: 'Mine',
      code: 'LAMP20',
      overrides: { title: 'Flat 20% off on lamps' },
    })
  })

  test('of two fields by two operators at the same time keeps both', async () => {
    await importRows([ownRow()])
    await Promise.all([edit({ title: 'Mine' }), edit({ code: 'THEIRS' })])
    expect(await read()).toMatchObject({
      title: 'Mine',
      code: 'THEIRS',
      overrides: { title: 'Flat 20% off on lamps', code: null },
    })
  })
})

describe('a store by hand', () => {
  test('of a feed keeps its edits, and gives them back', async () => {
    const rows = (more: object) => [
      ownRow({
        brand: `Lights ${made}`,
        brand_id: 'b',
        store_url: 'https://deepak-lights.example',
        voids: 'Gift cards',
        tracks_in_hours: '24',
        ...more,
      }),
    ]
    await importRows(rows({}))
    const { brand_id: id } = await read()
    await db.transaction((tx) =>
      editStore(
        id,
        { name: `Deepak ${made}`, logo: '/logos/mine.svg' },
        { voids: 'Nothing', tracks_in_hours: 48, app_orders: true },
        tx,
      ),
    )
    await importRows(
      rows({ title: 'New', voids: 'Everything', tracks_in_hours: '12', confirms_in_days: '30' }),
    )
    expect(await readStore(id)).toMatchObject({
      name: `Deepak ${made}`,
      img: '/logos/mine.svg',
      voids: 'Nothing',
      tracks_in_hours: 48,
      confirms_in_days: 30,
      app_orders: true,
      overrides: {
        name: `Lights ${made}`,
        img: null,
        voids: 'Everything',
        tracks_in_hours: '12',
        app_orders: null,
      },
    })
    for (const field of ['name', 'void', 'tracksIn', 'appOrders', 'logo'] as const)
      expect(await db.transaction((tx) => giveBackStore(id, field, tx))).toMatchObject({ ok: true })
    expect(await readStore(id)).toMatchObject({
      name: `Lights ${made}`,
      voids: 'Everything',
      tracks_in_hours: 12,
      app_orders: null,
      img: null,
      overrides: {},
    })
  })

  test('does not get the name back that another store has by now', async () => {
    const name = `Meera ${made}`
    await importRows([ownRow({ brand: name, brand_id: 'b' })])
    const { brand_id: id } = await read()
    await db.transaction((tx) => editStore(id, { name: `${name} renamed` }, {}, tx))
    const added = await db.transaction((tx) => addStore({ name }, tx))
    expect(added.ok).toBe(true)
    const given = await db.transaction((tx) => giveBackStore(id, 'name', tx))
    expect(given).toEqual({ ok: false, reason: 'name-taken' })
    expect((await readStore(id)).name).toBe(`${name} renamed`)
  })

  test('gets its former logo back as one of our images', async () => {
    const img = `https://logos.example/${source}.png`
    await importRows([ownRow({ brand_id: 'b', brand_img: img })])
    const { brand_id: id } = await read()
    await db.transaction((tx) => editStore(id, { logo: null }, {}, tx))
    await db.execute(sql`DELETE FROM image_sources WHERE url = ${img}`)
    await db.transaction((tx) => giveBackStore(id, 'logo', tx))
    const found = await db.execute(sql`SELECT 1 FROM image_sources WHERE url = ${img}`)
    expect(found).toHaveLength(1)
  })

  test('is no longer edited where its feed says the same', async () => {
    await importRows([ownRow({ brand_id: 'b', tracks_in_hours: '24', voids: 'Gift cards' })])
    const { brand_id: id } = await read()
    await db.transaction((tx) => editStore(id, {}, { tracks_in_hours: 48, voids: 'Nothing' }, tx))
    await importRows([ownRow({ brand_id: 'b', title: 'New', tracks_in_hours: '48', voids: 'Gift cards' })])
    expect(await readStore(id)).toMatchObject({ tracks_in_hours: 48, voids: 'Nothing' })
    expect((await readStore(id)).overrides).toEqual({ voids: 'Gift cards' })
    await importRows([ownRow({ brand_id: 'b', title: 'Newer', tracks_in_hours: '12' })])
    expect(await readStore(id)).toMatchObject({ tracks_in_hours: 12, voids: 'Nothing' })
  })

  test('with another name is the same store for its feed, with or without an id', async () => {
    await importRows([ownRow({ brand: 'Chandni' })])
    const { brand_id: id } = await read()
    await db.transaction((tx) => editStore(id, { name: `Renamed ${made}` }, {}, tx))
    await importRows([ownRow({ brand: 'Chandni', title: 'New' })])
    expect((await read()).brand_id).toBe(id)
    expect((await readStore(id)).name).toBe(`Renamed ${made}`)
  })

  test.each(['https://com', 'https://co.in/shop', 'https://127.0.0.1', 'https://myshopify.com'])(
    'has no page of which the host is not of one store alone: %s',
    async (page) => {
      const { id } = await newStore()
      const edited = await db.transaction((tx) => editStore(id, { page }, {}, tx))
      expect(edited).toMatchObject({ ok: false, reason: 'invalid', field: 'page' })
    },
  )

  test('takes no name that another store has', async () => {
    const store = await newStore()
    const again = await db.transaction((tx) => addStore({ name: store.name.toUpperCase() }, tx))
    expect(again).toEqual({ ok: false, reason: 'name-taken' })
    const other = await newStore()
    const renamed = await db.transaction((tx) => editStore(other.id, { name: store.name }, {}, tx))
    expect(renamed).toEqual({ ok: false, reason: 'name-taken' })
  })
})

describe('an offer by hand', () => {
  const add = (store: number, typed: Partial<NewOffer> = {}) =>
    db.transaction((tx) => addOffer(store, { ...NEW, ...typed }, tx))

  test('leads to the page of its store, and is listed at once', async () => {
    const store = await newStore()
    const added = await add(store.id, {
      title: `Kurtas ${made}`,
      payout: { hundredths: 600n, model: 'percentage' },
    })
    if (!added.ok) throw new Error(added.why)
    const [offer] = await db.select().from(campaigns).where(eq(campaigns.id, added.offer.id))
    expect(offer).toMatchObject({
      url: 'https://kesar.example/',
      listed: true,
      slug: `kurtas-${made}`,
      set_payout_hundredths: 600n,
      overrides: {},
    })
    expect((await readStore(store.id)).live_count).toBe(1)
  })

  test('whose title is a number gets no address that reads like the number of another offer', async () => {
    const store = await newStore()
    const added = await add(store.id, { title: '1947' })
    expect(added).toMatchObject({ offer: { slug: `1947-${store.coupon_code}` } })
    await importRows([ownRow({ title: '2047', brand: `Kala ${made}` })])
    expect((await read()).slug).toBe(`2047-kala-${made}`)
  })

  test('is found by its number before one whose old address is that number', async () => {
    await importRows([ownRow({ id: 'c1' }), ownRow({ id: 'c2', title: 'Another' })])
    const [one, other] = [await read('c1'), await read('c2')]
    await db
      .update(campaigns)
      .set({ slug: String(one.id) })
      .where(eq(campaigns.id, other.id))
    expect((await findAnyOffer(String(one.id)))!.id).toBe(one.id)
    expect((await findAnyOffer(one.slug))!.id).toBe(one.id)
  })

  test('as a draft is hidden with that reason', async () => {
    const store = await newStore()
    const added = await add(store.id, { isDraft: true })
    expect(added).toMatchObject({ offer: { hidden_reason: 'draft' } })
    expect((await readStore(store.id)).live_count).toBe(0)
  })

  test('needs a link where its network makes none', async () => {
    const store = await newStore()
    for (const network of ['impact', 'tune'] as const)
      expect(await add(store.id, { network })).toMatchObject({ ok: false, field: 'link' })
  })

  test('with another publisher, or a rate that is too high, is doubted', async () => {
    const store = await newStore()
    const doubts = (typed: Partial<NewOffer>) => findNewOfferDoubts(store.id, { ...NEW, ...typed })
    expect(await doubts({})).toEqual({ links: [], rate: null })
    expect(await doubts({ link: 'https://track.example/click?pub_id=9' })).toMatchObject({
      links: [{ network: 'trackier', host: 'track.example' }],
      rate: null,
    })
    expect((await doubts({ payout: { hundredths: 1600n, model: 'percentage' } })).rate).toBe('above-believed')
    await setStoreRates(store.id, { commission: { hundredths: 800n, model: 'percentage' } })
    expect((await doubts({ payout: { hundredths: 900n, model: 'percentage' } })).rate).toBe(
      'above-commission',
    )
    expect((await doubts({ payout: { hundredths: 800n, model: 'percentage' } })).rate).toBe(null)
  })

  test('whose link is edited to another host is doubted; to its own it is not', async () => {
    const store = await newStore()
    const added = await add(store.id, { link: 'https://track.example/click?pub_id=9' })
    if (!added.ok) throw new Error(added.why)
    const { id } = added.offer
    expect(await findLinkDoubts(id, { link: 'https://track.example/click?pub_id=9&x=1' })).toEqual([])
    expect(await findLinkDoubts(id, { link: 'https://other.example/click?pub_id=9' })).toMatchObject([
      { host: 'other.example' },
    ])
    expect(await findLinkDoubts(id, { page: 'https://elsewhere.example' })).toMatchObject([
      { host: 'elsewhere.example' },
    ])
  })

  test('that copies one of a feed is a draft that no import touches', async () => {
    await importRows([ownRow({ code: 'LAMP10' })])
    await edit({ title: 'Mine' })
    const { id, brand_id } = await read()
    const copied = await db.transaction((tx) => duplicateOffer(id, undefined, tx))
    if (!copied.ok) throw new Error(copied.why)
    const copy = copied.offer
    expect(copy).toMatchObject({
      title: 'Mine',
      code: 'LAMP10',
      brand_id,
      source: 'by hand',
      hidden_reason: 'draft',
      overrides: {},
      payout_hundredths: 450n,
    })
    expect(copy.slug).not.toBe((await read()).slug)
  })

  test('that copies one has its own title read as that of any other', async () => {
    await importRows([ownRow()])
    const { id } = await read()
    const copyAs = (title: string) => db.transaction((tx) => duplicateOffer(id, title, tx))
    expect(await copyAs('x'.repeat(201))).toMatchObject({ ok: false, reason: 'invalid', field: 'title' })
    expect(await copyAs('Lamps &amp; <b>lights</b>')).toMatchObject({ offer: { title: 'Lamps & lights' } })
  })
})
