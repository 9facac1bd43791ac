/** Pictures that operators upload: what is taken, what is kept of it, and how long. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { selectCards, toCard } from '~/domain/catalog/cards.server'
import {
  isStored,
  purgeSource,
  readImage,
  readUpload,
  removeUnused,
  showStored,
  storeUpload,
  type Upload,
} from '~/domain/catalog/images.server'
import { findOfferListing } from '~/domain/catalog/listings.server'
import { findStorePage } from '~/domain/catalog/store-page.server'
import { addStore, editStore, giveBackStore, readStore } from '~/domain/catalog/stores-by-hand.server'
import { editOffer, giveBackOffer, type OfferTexts } from '~/domain/catalog/offers-by-hand.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { db } from '~/platform/db/client.server'
import { picture } from '../support/image-host'
import { findOffer, importFeed, ownRow } from './feed'

const draw = (format: 'jpeg' | 'png' | 'webp' | 'gif', width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .toFormat(format)
    .toBuffer()

let colour = 0
/** Each time another picture. */
async function upload(): Promise<Upload> {
  const read = await readUpload(await picture(`#${(0x100000 + ++colour * 977).toString(16)}`))
  if (!read.ok) throw new Error(read.reason)
  return read.upload
}

const store = (upload: Upload) => db.transaction((tx) => storeUpload(tx, upload))
const stored = async () => {
  const made = await upload()
  await store(made)
  return made.address
}

describe('a picture is taken by its content', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s', async (format) => {
    const read = await readUpload(await draw(format))
    expect(read).toMatchObject({ ok: true, upload: { original: { width: 300, height: 200 } } })
  })

  test.each<[name: string, reason: string, bytes: () => Promise<Uint8Array>]>([
    ['a GIF', 'other-type', () => draw('gif')],
    ['an SVG', 'other-type', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', 'other-type', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', 'other-type', async () => Buffer.from('%PDF-1.7\n')],
    ['an empty file', 'other-type', async () => Buffer.alloc(0)],
    [
      'an SVG behind the first bytes of a JPEG',
      'other-type',
      async () =>
        Buffer.concat([
          Buffer.from('ffd8ff', 'hex'),
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ]),
    ],
    ['a PNG that ends early', 'damaged', async () => (await draw('png', 800, 800)).subarray(0, 200)],
    ['one of 25 megapixels', 'too-many-pixels', () => draw('png', 5000, 5000)],
    ['one of 63 pixels', 'too-small', () => draw('png', 63, 40)],
    ['one above 5 MB', 'too-large', async () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff)],
  ])('not %s: %s', async (_, reason, bytes) => {
    expect(await readUpload(await bytes())).toMatchObject({ ok: false, reason })
  })

  test('a bomb is refused by its head, before its pixels are decoded', async () => {
    const bomb = await draw('png')
    // IHDR says 60,000 x 60,000 pixels; its checksum is not even read.
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const began = performance.now()
    expect((await readUpload(bomb)).ok).toBe(false)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('nothing of what else the file carries is kept: place, profile, a second file behind it', async () => {
    const bytes = await sharp(await draw('jpeg'))
      .withExif({ IFD0: { Copyright: 'SECRET-OF-EXIF' }, IFD3: { GPSLatitude: '19/1 4/1 0/1' } })
      .toBuffer()
    expect(bytes.includes('SECRET-OF-EXIF')).toBe(true)
    const read = await readUpload(
      Buffer.concat([bytes, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]),
    )
    if (!read.ok) throw new Error(read.reason)
    const kept = read.upload.original.bytes
    for (const lost of ['SECRET-OF-EXIF', '<script>', 'Exif', 'PK\u0003\u0004'])
      expect(kept.includes(lost)).toBe(false)
    expect((await sharp(kept).metadata()).format).toBe('webp')
  })

  test('a photo is upright, and within the box of the others', async () => {
    const bytes = await sharp(await draw('jpeg', 2000, 1000))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const read = await readUpload(bytes)
    expect(read).toMatchObject({ ok: true, upload: { original: { width: 256, height: 512 } } })
  })
})

let made = 0
async function offer(fields: object = {}) {
  const source = `uploads-${++made}`
  await importFeed([ownRow({ brand: `Painted ${made}`, ...fields })], { source })
  const read = async () => (await findOffer('c1', source))!
  const { id, brand_id } = await read()
  const [row] = await db.execute<{ coupon_code: string }>(
    sql`SELECT coupon_code FROM brands WHERE id = ${brand_id}`,
  )
  return {
    id,
    source,
    storeId: brand_id,
    storeCode: row!.coupon_code,
    read,
    card: async () => toCard((await selectCards().where(sql`campaigns.id = ${id}`))[0]!),
    edit: (typed: OfferTexts) => db.transaction((tx) => editOffer(id, typed, tx)),
    giveBack: () => db.transaction((tx) => giveBackOffer(id, 'photo', tx)),
  }
}

describe('an uploaded photo', () => {
  test('is shown in the sizes of the others, and given back to the feed', async () => {
    const { edit, card, read, giveBack, id, source } = await offer({ img: '/photos/lamp.webp' })
    const address = await stored()
    expect(await edit({ photo: address, photoText: 'A brass lamp' })).toMatchObject({ ok: true })
    expect((await card()).photo).toBe(address)
    expect(await read()).toMatchObject({ img_alt: 'A brass lamp', overrides: { img: '/photos/lamp.webp' } })
    for (const name of ['64.avif', '128.webp', '512.webp'])
      expect(await readImage(`${address.replace('/img/', '')}-${name}`)).not.toBeNull()
    expect((await findOfferListing(id))!.img).toBe(`${address}-512.webp`)
    await importFeed([ownRow({ brand: `Painted ${made}`, title: 'Next', img: '/photos/new.webp' })], {
      source,
    })
    expect(await read()).toMatchObject({ img: address, img_alt: 'A brass lamp', title: 'Next' })
    expect(await giveBack()).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ img: '/photos/new.webp', img_alt: null, overrides: {} })
  })

  test('takes what was said of the former one with it, also where a feed changes it', async () => {
    const { edit, read, source } = await offer({ img: '/photos/lamp.webp' })
    await edit({ photoText: 'A brass lamp' })
    expect(await edit({ photo: await stored() })).toMatchObject({
      before: { img_alt: 'A brass lamp' },
      after: { img_alt: null },
    })
    expect((await read()).img_alt).toBeNull()
    const other = await offer({ img: '/photos/lamp.webp' })
    await other.edit({ photoText: 'A brass lamp' })
    await importFeed([ownRow({ brand: `Painted ${made}`, title: 'Next', img: '/photos/lamp.webp' })], {
      source: other.source,
    })
    expect((await other.read()).img_alt).toBe('A brass lamp')
    await importFeed([ownRow({ brand: `Painted ${made}`, img: '/photos/new.webp' })], {
      source: other.source,
    })
    expect((await other.read()).img_alt).toBeNull()
    expect(source).not.toBe(other.source)
  })

  test('is refused where it is not there, and so are words without a photo', async () => {
    const { edit } = await offer()
    expect(await edit({ photo: `/img/${'0'.repeat(32)}` })).toMatchObject({ ok: false, field: 'photo' })
    expect(await edit({ photoText: 'A lamp' })).toMatchObject({ ok: false, field: 'photoText' })
    const address = await stored()
    await edit({ photo: address })
    expect(await edit({ photo: null, photoText: 'A lamp' })).toMatchObject({ ok: false, field: 'photoText' })
  })

  test('that is removed for good is shown nowhere, and cannot be set again', async () => {
    const { edit, card, id } = await offer()
    const address = await stored()
    await edit({ photo: address })
    expect(await purgeSource(address)).toBe(true)
    expect((await card()).photo).toBeUndefined()
    expect((await findOfferListing(id))!.img).toBeNull()
    expect(await showStored(address)).toBeNull()
    expect(await readImage(`${address.replace('/img/', '')}-128.webp`)).toBeNull()
    expect(await edit({ photo: address })).toMatchObject({ ok: false, field: 'photo' })
    expect(await purgeSource(address)).toBe(false)
  })
})

describe('an uploaded logo', () => {
  test('wins over the logos of the store’s feed and of its offers’, until it is given back', async () => {
    const { card, storeId, storeCode } = await offer({ brand_img: '/logos/a.svg', logo_url: '/logos/b.svg' })
    expect((await card()).logo).toBe('/logos/b.svg')
    const address = await stored()
    const edited = await db.transaction((tx) => editStore(storeId, { logo: address }, {}, tx))
    expect(edited).toMatchObject({ ok: true })
    expect((await card()).logo).toBe(address)
    expect((await findStorePage(storeCode))!.logo).toBe(address)
    await db.transaction((tx) => giveBackStore(storeId, 'logo', tx))
    expect((await card()).logo).toBe('/logos/b.svg')
    expect((await readStore(storeId)).overrides).toEqual({})
  })

  test('of a new store is refused where it is not there', async () => {
    const typed = { name: `Nowhere ${++made}`, logo: `/img/${'1'.repeat(32)}` }
    expect(await db.transaction((tx) => addStore(typed, tx))).toMatchObject({ ok: false, field: 'logo' })
  })
})

describe('the cleaner', () => {
  const logged = async (side: 'before' | 'after', address: string) => {
    const change = { subject: 'offer 999999', field: 'img', before: null, after: null, [side]: address }
    const id = await recordCommand({ osUser: 'asha' }, 'catalogue edit 999999')
    await recordCommandEnd(id, 'done', { result: { changed: [change] } })
  }

  test('keeps what a store, an offer or the log names, and removes other pictures', async () => {
    const [ofOffer, ofStore, before, after, unused] = [
      await stored(),
      await stored(),
      await stored(),
      await stored(),
      await stored(),
    ]
    const { edit, storeId } = await offer()
    await edit({ photo: ofOffer })
    await db.transaction((tx) => editStore(storeId, { logo: ofStore }, {}, tx))
    await logged('before', before)
    await logged('after', after)
    const { hashes } = await removeUnused()
    expect(hashes).toContain(unused.replace('/img/', ''))
    expect(await isStored(unused)).toBe(false)
    for (const kept of [ofOffer, ofStore, before, after]) expect(await isStored(kept)).toBe(true)
  })

  test('waits for an edit that stores its picture at this moment', async () => {
    const { id } = await offer()
    const picked = await upload()
    let removing: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await storeUpload(tx, picked)
      removing = removeUnused()
      await editOffer(id, { photo: picked.address }, tx)
    })
    await removing
    expect(await isStored(picked.address)).toBe(true)
  })
})
