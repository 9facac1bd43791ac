import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findStorePage } from '~/domain/catalog/store-page.server'
import {
  fetchDue,
  readImage,
  makeDue,
  purgeSource,
  removeUnused,
  countHosts,
  listImageSources,
} from '~/domain/catalog/images.server'
import { clearImageCache } from '~/domain/catalog/image-disk.server'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { images, imageSources } from '~/platform/db/schema/images'
import { picture, sizeOfAvif, startImageHost, type ImageHost } from '../support/image-host'
import { catalogueVersionNow, importFeed, ownRow } from './feed'

let host: ImageHost
beforeAll(async () => {
  host = await startImageHost()
})
afterAll(() => host.close())
beforeEach(async () => {
  Object.assign(env(), { IMAGE_HOSTS: [host.host] })
  host.asked.length = 0
  await db.update(imageSources).set({ next_attempt_at: null })
})

let next = 0

/** Imports an offer of a store with this logo. */
async function importLogo(logo: string | Uint8Array, fields: Record<string, unknown> = {}) {
  const n = ++next
  const url = typeof logo === 'string' ? logo : host.at(`/${n}.png`, logo)
  const store = { brand: `Store ${n}`, coupon_code: `store-${n}`, logo_url: url }
  await importFeed([ownRow({ id: `logo-${n}`, ...store, ...fields })], { source: `logos-${n}` })
  return { url, shown: async () => (await findStorePage(`store-${n}`))!.logo }
}

const fetchNow = () => fetchDue({ standIn: host.standIn })

const readSource = async (url: string) =>
  (await db.select().from(imageSources).where(eq(imageSources.url, url)))[0]!

describe('a logo in a feed', () => {
  test('is recorded by the import, and fetched later, once', async () => {
    const { url, shown } = await importLogo(await picture('#c2410c'))
    expect(await shown()).toBeNull()
    expect(host.asked).toEqual([])

    const before = await catalogueVersionNow()
    expect(await fetchNow()).toEqual({ fetched: 1, failed: 0 })
    expect(await shown()).toMatch(/^\/img\/[0-9a-f]{32}$/)
    expect(await catalogueVersionNow()).toBe(before + 1)
    expect(await readSource(url)).toMatchObject({ failure: null, attempts: 0 })

    await importFeed([ownRow({ logo_url: url })], { source: 'another' })
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 0 })
    expect(host.asked).toHaveLength(1)
    expect(await catalogueVersionNow()).toBeGreaterThan(before)
  })

  test('is fetched by one of several processes', async () => {
    for (let i = 0; i < 6; i++) await importLogo(await picture(`#0000${10 + i}`))
    const done = await Promise.all([fetchNow(), fetchNow(), fetchNow()])
    expect(done.reduce((sum, { fetched }) => sum + fetched, 0)).toBe(6)
    expect(host.asked.sort()).toHaveLength(6)
    expect(new Set(host.asked).size).toBe(6)
  })

  test('on this site is shown as it is, and nothing is fetched', async () => {
    const { shown } = await importLogo('/logos/a.svg')
    expect(await shown()).toBe('/logos/a.svg')
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 0 })
  })

  test('a logo on a host that is not allowed waits until the host is allowed', async () => {
    Object.assign(env(), { IMAGE_HOSTS: ['elsewhere.example', '*.example'] })
    const { url } = await importLogo(await picture('#123456'))
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 0 })
    expect(await readSource(url)).toMatchObject({ attempts: 0, failure: null })
    expect((await countHosts(50)).find((row) => row.host === host.host)).toMatchObject({ is_allowed: false })
    Object.assign(env(), { IMAGE_HOSTS: [host.host] })
    expect(await fetchNow()).toEqual({ fetched: 1, failed: 0 })
    expect((await countHosts(50)).find((row) => row.host === host.host)).toMatchObject({ is_allowed: true })
  })

  test('with an address too long for the index does not stop the import', async () => {
    const long = `https://${host.host}/${'é'.repeat(900)}.png`
    const { shown } = await importLogo(long)
    expect(await shown()).toBeNull()
  })

  test('the logo of an offer takes precedence over that of its store', async () => {
    const one = await importLogo(await picture('#111111'))
    const other = host.at('/own.png', await picture('#222222'))
    await importFeed([ownRow({ id: 'own', brand_img: one.url, logo_url: other })], { source: 'own' })
    await fetchNow()
    const [of, own] = [await readSource(one.url), await readSource(other)]
    expect(of.hash).not.toBe(own.hash)
    const { selectCards } = await import('~/domain/catalog/cards.server')
    const cards = async () => (await selectCards().where(sql`campaigns.source = 'own'`))[0]!.logo
    expect(await cards()).toBe(`/img/${own.hash}`)
    await purgeSource(other)
    expect(await cards()).toBe(`/img/${of.hash}`)
  })

  test('the photo of an offer is fetched like a logo, and shown with the offer alone', async () => {
    const url = host.at('/photo.png', await picture('#345678'))
    const { shown } = await importLogo('/logos/a.svg', { id: 'photo', img: url })
    const { selectCards, toCard } = await import('~/domain/catalog/cards.server')
    const readPhoto = async () =>
      toCard((await selectCards().where(sql`campaigns.external_id = 'photo'`))[0]!).photo
    expect(await readPhoto()).toBeUndefined()
    await fetchNow()
    expect(await readPhoto()).toBe(`/img/${(await readSource(url)).hash}`)
    expect(await shown()).toBe('/logos/a.svg')
    await db.update(imageSources).set({ created_at: sql`now() - interval '2 days'` })
    await removeUnused()
    expect(await readPhoto()).toBeDefined()
  })
})

describe('a fetched file is refused if it', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const bomb = () => picture('#fff', 4100, 4100)

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['is SVG', () => Buffer.from(svg), 'not a JPEG, PNG, WebP or GIF'],
    [
      'is HTML',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'not a JPEG, PNG, WebP or GIF',
    ],
    ['is empty', () => Buffer.alloc(0), 'not a JPEG, PNG, WebP or GIF'],
    ['is a PDF', () => Buffer.from('%PDF-1.7\n'), 'not a JPEG, PNG, WebP or GIF'],
    ['is SVG behind the first bytes of a GIF', () => Buffer.from(`GIF89a${svg}`), 'a damaged GIF'],
    [
      'is TIFF',
      async () =>
        sharp(await picture('#fff'))
          .tiff()
          .toBuffer(),
      'not a JPEG, PNG, WebP or GIF',
    ],
    ['is cut off', async () => (await picture('#fff', 400, 400)).subarray(0, 200), 'a damaged PNG'],
    ['has more than 16 megapixels', bomb, 'a damaged PNG, or one above 16 megapixels'],
    ['has more than 4 MB', () => Buffer.alloc(4 * 1024 * 1024 + 1, 0xff), 'too large'],
  ])('%s', async (_, bytes, why) => {
    const { url, shown } = await importLogo(await bytes())
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 1 })
    expect((await readSource(url)).failure).toContain(why)
    expect(await shown()).toBeNull()
  })
})

describe('a failed fetch', () => {
  const readWait = async (url: string) => {
    const [row] = await db.execute<{ minutes: number }>(sql`
      SELECT round(extract(epoch FROM next_attempt_at - now()) / 60)::int AS minutes FROM image_sources WHERE url = ${url}`)
    return row!.minutes
  }

  test('is tried again after pauses that grow to a week', async () => {
    const { url } = await importLogo(`https://${host.host}/not-there.png`)
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      await db
        .update(imageSources)
        .set({ next_attempt_at: sql`now()` })
        .where(eq(imageSources.url, url))
      expect(await fetchNow()).toEqual({ fetched: 0, failed: 1 })
      waits.push(await readWait(url))
    }
    expect(waits).toEqual([5, 20, 80, 320, 1280, 5120, 10080, 10080])
    expect(await readSource(url)).toMatchObject({ attempts: 8, failure: 'status 404' })
  })

  test('an unresponsive host delays its own images, not those of other hosts', async () => {
    const dead = await startImageHost()
    Object.assign(env(), { IMAGE_HOSTS: [host.host, dead.host] })
    const urls: string[] = []
    for (let i = 0; i < 12; i++) urls.push((await importLogo(`https://${dead.host}/${i}.png`)).url)
    await dead.close()
    const alive = await importLogo(await picture('#00cc00'))
    expect(await fetchNow()).toEqual({ fetched: 1, failed: 4 })
    expect(await alive.shown()).toMatch(/^\/img\//)
    const failures = await Promise.all(urls.map(async (url) => (await readSource(url)).failure))
    expect(failures.filter((failure) => failure === 'its host does not answer')).toHaveLength(8)
    for (const url of urls) expect([5, 15]).toContain(await readWait(url))
    // One that answers, though without an image, does not count.
    for (let i = 0; i < 6; i++) await importLogo(`https://${host.host}/none-${i}.png`)
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 6 })
  })

  test('a later failure keeps the image, and a later success replaces it', async () => {
    const { url, shown } = await importLogo(await picture('#aa0000'))
    await fetchNow()
    const first = await shown()
    const { pathname } = new URL(url)

    host.at(pathname, (response) => void response.writeHead(500).end())
    await makeDue({ url })
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 1 })
    expect(await shown()).toBe(first)

    host.at(pathname, await picture('#00aa00'))
    await makeDue({ url })
    await fetchNow()
    expect(await shown()).toMatch(/^\/img\//)
    expect(await shown()).not.toBe(first)
    expect(await readSource(url)).toMatchObject({ failure: null, attempts: 0 })
  })

  test('fetching the same image again does not raise the catalogue version', async () => {
    const { url } = await importLogo(await picture('#00bb00'))
    await fetchNow()
    const before = await catalogueVersionNow()
    await makeDue({ url })
    expect(await fetchNow()).toEqual({ fetched: 1, failed: 0 })
    expect(await catalogueVersionNow()).toBe(before)
  })
})

describe('a stored image', () => {
  const of = (address: string | null, ending: string) =>
    readImage(`${address!.replace('/img/', '')}-${ending}`).then((image) => image && image.bytes)

  test('is upright, within 512 px, and without metadata', async () => {
    const bytes = await sharp(await picture('#c2410c', 1000, 500))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { url } = await importLogo(bytes)
    await fetchNow()
    const { hash } = await readSource(url)
    const [image] = await db.select().from(images).where(eq(images.hash, hash!))
    expect(image).toMatchObject({ width: 256, height: 512 })
    const facts = await sharp(image!.bytes).metadata()
    expect([facts.format, facts.orientation, facts.exif]).toEqual(['webp', undefined, undefined])
  })

  test('has variants within their width, never larger than the image', async () => {
    const { shown } = await importLogo(await picture('#c2410c', 200, 100))
    await fetchNow()
    const address = await shown()
    expect(sizeOfAvif((await of(address, '64.avif'))!)).toEqual([64, 32])
    expect(sizeOfAvif((await of(address, '256.avif'))!)).toEqual([200, 100])
    const { width, height, format } = await sharp((await of(address, '128.webp'))!).metadata()
    expect([width, height, format]).toEqual([128, 64, 'webp'])
  })

  test('keeps transparency', async () => {
    const clear = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const { shown } = await importLogo(clear)
    await fetchNow()
    expect((await of(await shown(), '64.avif'))!.includes('auxiliary:alpha')).toBe(true)
    const pixels = await sharp((await of(await shown(), '64.webp'))!)
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect(pixels[3]).toBe(0)
  })

  test('of an animation is its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((colour) => picture(colour, 40, 40)),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3)
    const { shown } = await importLogo(gif)
    await fetchNow()
    const bytes = (await of(await shown(), '64.webp'))!
    const facts = await sharp(bytes, { animated: true }).metadata()
    expect([facts.pages ?? 1, facts.width, facts.height]).toEqual([1, 40, 40])
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)].map((value) => value > 128)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is encoded again from the database, without fetching, after the cache lost it', async () => {
    const { shown } = await importLogo(await picture('#c24100'))
    await fetchNow()
    const address = await shown()
    const before = await of(address, '128.avif')
    expect(await clearImageCache()).toBeGreaterThan(5)
    host.asked.length = 0
    const again = await Promise.all(Array.from({ length: 20 }, () => of(address, '128.avif')))
    for (const bytes of again) expect(bytes).toEqual(before)
    expect(host.asked).toEqual([])
    // One file: the others were not asked for.
    expect(await clearImageCache()).toBe(1)
  })
})

describe('purging', () => {
  test('purging removes an image under all its addresses and prevents fetching until it is requested', async () => {
    const bytes = await picture('#777777')
    const [one, other] = [await importLogo(bytes), await importLogo(bytes)]
    await fetchNow()
    const address = await one.shown()
    expect(await other.shown()).toBe(address)
    expect(await purgeSource(one.url)).toBe(true)
    expect([await one.shown(), await other.shown()]).toEqual([null, null])
    expect(await readImage(`${address!.replace('/img/', '')}-64.avif`)).toBeNull()
    expect(await fetchNow()).toEqual({ fetched: 0, failed: 0 })
    expect((await listImageSources({ state: 'purged' }, { limit: 500 })).map(({ url }) => url)).toContain(
      one.url,
    )
    expect(await makeDue({ url: one.url })).toBe(1)
    await fetchNow()
    expect([await one.shown(), await other.shown()]).toEqual([address, null])
    expect(await purgeSource('https://nobody.example/x.png')).toBe(false)
  })

  test('removing unused images keeps images of stores and offers, new ones and purged ones', async () => {
    await removeUnused()
    const old = sql`now() - interval '2 days'`
    const [used, unused, fresh, purged] = [
      await importLogo(await picture('#010101')),
      await importLogo(await picture('#020202')),
      await importLogo(await picture('#030303')),
      await importLogo(await picture('#040404')),
    ]
    await fetchNow()
    const hash = (await unused.shown())!.replace('/img/', '')
    await purgeSource(purged.url)
    for (const { url } of [used, unused, purged])
      await db.update(imageSources).set({ created_at: old }).where(eq(imageSources.url, url))
    for (const { url } of [unused, fresh, purged]) {
      await db.execute(sql`UPDATE brands SET img = NULL WHERE img = ${url}`)
      await db.execute(sql`UPDATE campaigns SET logo_url = NULL WHERE logo_url = ${url}`)
    }
    expect((await removeUnused()).hashes).toEqual([hash])
    expect(await readSource(unused.url)).toBeUndefined()
    for (const { url } of [used, fresh, purged]) expect(await readSource(url)).toBeDefined()
    expect(await used.shown()).toMatch(/^\/img\//)
    expect(await db.select().from(brands).where(eq(brands.img, used.url))).toHaveLength(1)
  })
})
