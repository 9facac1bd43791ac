import sharp from 'sharp'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawPicture } from '~/domain/catalog/share-pictures/draw.server'
import { layOut, type PictureContent } from '~/domain/catalog/share-pictures/picture-layout'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { addStore, addOffer } from '../support/catalogue'
import { createHandler } from '../../server/remix-handler'
import { build, newVisitor, origin } from '../support/app'

const get = (path: string, headers: HeadersInit = {}) => newVisitor().get(path, headers)

let offer: { id: number; slug: string }
let storeId: number

beforeAll(async () => {
  const store = await addStore({ coupon_code: 'KAVYA', name: 'Kavya & Co' })
  storeId = store.id
  offer = await addOffer({ brand_id: store.id, slug: 'sarees', title: 'Flat 20% off on <all> sarees' })
})

const linkIn = (body: string) => /<meta property="og:image" content="([^"]+)"/.exec(body)?.[1]

describe('the picture of a shared page', () => {
  test.each([
    ['/CouponsDetails/sarees', () => `${origin}/og/offer/${offer.id}.png?v=8.00%25`],
    ['/Offers/KAVYA', () => `${origin}/og/store/KAVYA.png`],
  ])('%s names its own picture, of 1200 x 630 px, with the amount', async (path, address) => {
    const page = await get(path)
    expect(linkIn(page.body)).toContain(address())
    expect(page.body).toContain('<meta property="og:image:width" content="1200"/>')
    expect(page.body).toContain('<meta property="og:image:height" content="630"/>')
    const { status, headers } = await get(linkIn(page.body)!)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('other pages have the picture of the site', async () => {
    expect(linkIn((await get('/Aboutus')).body)).toBe(`${origin}/og.png`)
  })

  test('changes its ETag with the rate and the title, and answers 304 to a known one', async () => {
    const path = `/og/offer/${offer.id}.png?v=`
    const first = (await get(`${path}8.00%25`)).headers.get('ETag')!
    expect((await get(`${path}8.00%25`, { 'If-None-Match': first })).status).toBe(304)
    await db.update(campaigns).set({ payout_hundredths: 500n }).where(eq(campaigns.id, offer.id))
    expect((await get(`${path}8.00%25`)).status).toBe(404)
    const second = (await get(`${path}5.00%25`)).headers.get('ETag')!
    await db.update(campaigns).set({ title: 'Other sarees' }).where(eq(campaigns.id, offer.id))
    const third = (await get(`${path}5.00%25`)).headers.get('ETag')!
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('of a store changes with its highest rate', async () => {
    const before = (await get('/og/store/KAVYA.png')).headers.get('ETag')
    await db.update(brands).set({ up_to_percent: 1250n }).where(eq(brands.id, storeId))
    expect((await get('/og/store/KAVYA.png?v=12.50%25')).headers.get('ETag')).not.toBe(before)
    expect(linkIn((await get('/Offers/KAVYA')).body)).toBe(`${origin}/og/store/KAVYA.png?v=12.50%25`)
  })

  test.each([
    '/og/offer/999999.png',
    '/og/offer/0.png',
    '/og/offer/1e3.png',
    '/og/offer/9999999999999.png',
    '/og/store/nobody.png',
    '/og/store/kavya%20%26%20co.png',
    '/og/store/KAVYA.jpg',
    '/og/store/KAVYA.png',
    '/og/store/KAVYA.png?v=1',
    '/og/store/KAVYA.png?v=12.50%25&v=12.50%25',
    '/og/store/KAVYA.png?v=12.50%25&w=1',
    '/og/store/.png',
    '/og/member/1.png',
  ])('the picture %s is not found', async (path) => {
    const { status, headers, body } = await get(path)
    expect([status, body]).toEqual([404, 'Not Found\n'])
    expect(headers.get('Content-Type')).toMatch(/^text\/plain/)
  })
})

test('the 31st new picture of an address in a minute is 429; stored ones, and those of others, are 200', async () => {
  const offers: { id: number }[] = []
  for (let n = 0; n < 32; n++)
    offers.push(await addOffer({ brand_id: storeId, slug: `saree-${n}`, title: `Saree ${n}` }))
  const ask = async (n: number, clientAddress: string) => {
    const url = `${origin}/og/offer/${offers[n]!.id}.png?v=8.00%25`
    return createHandler(build, 'production')(new Request(url), { clientAddress })
  }
  for (let n = 0; n < 30; n++) expect([n, (await ask(n, '2001:db8::1')).status]).toEqual([n, 200])
  const refused = await ask(30, '2001:db8::2')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
  expect((await ask(0, '2001:db8::1')).status).toBe(200)
  expect((await ask(30, '203.0.113.9')).status).toBe(200)
  expect((await ask(30, '2001:db8::1')).status).toBe(200)
})

const shared: PictureContent = {
  store: 'Kavya',
  logo: null,
  amount: '8.00%',
  credit: 'cashback',
  text: 'Flat 20% off on all sarees',
}

/** The share of pixels that are nearly white, in a part of the picture. */
async function whiteIn(png: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const { data } = await sharp(png).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter((value) => value > 240).length / data.length
}

const COLUMN = { left: 72, top: 150, width: 560, height: 440 }
const draw = (change: Partial<PictureContent> = {}) => drawPicture(layOut({ ...shared, ...change }), null)

describe('drawing', () => {
  test('writes the store, the amount and the title beside the gate', async () => {
    const png = await draw()
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const words = await whiteIn(png, COLUMN)
    expect(words).toBeGreaterThan(0.02)
    expect(await whiteIn(await draw({ text: '' }), COLUMN)).toBeLessThan(words)
    expect(await whiteIn(await draw({ text: '', amount: null, store: '' }), COLUMN)).toBe(0)
  })

  test('the picture shows the amount only if it is credited', () => {
    const listTexts = (change: Partial<PictureContent>) =>
      layOut({ ...shared, ...change }).lines.map(({ text }) => text)
    expect(listTexts({})).toEqual(['Kavya', '8.00%', 'cashback', shared.text])
    expect(listTexts({ upTo: true })).toEqual(['Kavya', 'Up to', '8.00%', 'cashback', shared.text])
    expect(listTexts({ amount: '$ 5.00', credit: 'foreign' })).toEqual(['Kavya', shared.text])
    expect(listTexts({ amount: '0.00', credit: 'nothing' })).toEqual(['Kavya', shared.text])
    expect(listTexts({ amount: null })).toEqual(['Kavya', shared.text])
  })

  test('shortens long texts, keeps Hindi, and leaves out letters that the font lacks', () => {
    const getLine = (text: string) => layOut({ ...shared, text }).lines[3]?.text
    expect(getLine('word '.repeat(40))).toMatch(/^(word ){13}word…$/)
    expect(getLine('रक्षाबंधन पर छूट')).toBe('रक्षाबंधन पर छूट')
    expect(getLine('சென்னை பட்டு')).toBeUndefined()
    expect(getLine('Diwali 🎉 sale')).toBe('Diwali sale')
    expect(getLine('a\u0000b\nc')).toBe('a b c')
  })

  test.each([
    ['a long amount', { amount: 'Rs. 1,00,000.00' }],
    ['a word without an end', { text: 'x'.repeat(300), store: 'y'.repeat(300) }],
    ['markup', { text: '<span size="999999">&amp;</span>', store: '</span>' }],
  ])('keeps %s beside the gate', async (_, change) => {
    const gap = { left: COLUMN.left + COLUMN.width + 1, top: 130, width: 30, height: 60 }
    expect(await whiteIn(await draw(change), gap)).toBe(0)
  })
})
