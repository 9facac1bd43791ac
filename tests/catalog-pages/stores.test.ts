/** Stores by letter, by category, and those of a member's clicks. */
import { beforeAll, expect, test } from 'vitest'
import { readLetter } from '~/domain/catalog/store-index'
import { listRecentStores, listStores, readStoreIndex } from '~/domain/catalog/store-index.server'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { addStore, addOffer, day } from '../support/catalogue'

const offers: Record<string, number> = {}

beforeAll(async () => {
  for (const [name, category_id] of [
    ['Zari', 1],
    ['asha', 1],
    ['Amrit', 2],
    ['Zebra', 1],
    ['24 Hours', 1],
    ['चाय', 2],
  ] as const) {
    const { id: brand_id } = await addStore({ name, coupon_code: name })
    offers[name] = (await addOffer({ brand_id, category_id })).id
  }
  await addStore({ name: 'Banyan without offers' })
})

const byLetter = async (letter: string, page = 1) =>
  (await listStores({ letter, category: null }, page)).items.map((store) => store.name)

test('the index has the letters and categories that have stores with offers', async () => {
  expect(await readStoreIndex()).toEqual({
    letters: ['A', 'Z', '0-9'],
    categories: ['Electronics', 'Fashion'],
  })
})

test('a letter lists its stores by name in any case, 0-9 all that begin with no letter', async () => {
  expect(await byLetter('A')).toEqual(['Amrit', 'asha'])
  expect(await byLetter('Z')).toEqual(['Zari', 'Zebra'])
  expect(await byLetter('B')).toEqual([])
  expect(await byLetter('0-9')).toEqual(['24 Hours', 'चाय'])
  expect(await byLetter('A', 2)).toEqual([])
})

test('a category lists its stores by rank, and an unknown category lists none', async () => {
  const found = await listStores({ letter: null, category: 'electronics' }, 1)
  expect(found).toMatchObject({ total: 4, pages: 1 })
  expect(found.items.map((store) => store.name)).toEqual(['Zari', 'asha', 'Zebra', '24 Hours'])
  expect(await listStores({ letter: null, category: 'nothing' }, 1)).toMatchObject({ items: [], total: 0 })
})

test.each([
  ['a', 'A'],
  ['Z', 'Z'],
  ['0-9', '0-9'],
  ['AB', null],
  ['é', null],
  [null, null],
])('the letter %s in a URL is read as %s', (text, letter) => expect(readLetter(text)).toBe(letter))

test('/TopStores has its own title and canonical link for a letter and a category', async () => {
  const guest = newVisitor()
  const letter = await guest.get('/TopStores?letter=z')
  expect(letter.body).toContain('<title>Stores: Z | DealDwaar</title>')
  expect(letter.body).toMatch(/rel="canonical" href="[^"]+\/TopStores\?letter=Z"/)
  expect(letter.headers.get('Cache-Control')).toMatch(/^public/)
  const category = await guest.get('/TopStores?category=Fashion')
  expect(category.body).toContain('<title>Fashion stores | DealDwaar</title>')
  expect(category.body).toMatch(/rel="canonical" href="[^"]+\/TopStores\?category=Fashion"/)
  expect(category.text).toContain('Amrit')
  expect(category.text).toMatch(/Up to\s+8\.00%/)
  expect((await guest.get('/TopStores?category=nothing')).text).toContain('No stores found')
})

test('a member sees the stores of their latest clicks first, other visitors do not', async () => {
  const { id, visitor } = await signedIn()
  for (const [name, ago] of [
    ['Zari', -3],
    ['asha', -2],
    ['Zari', -1],
  ] as const)
    await db.insert(clicks).values({
      id: `recent-${ago}`,
      user_id: id,
      campaign_id: offers[name]!,
      network: 'trackier',
      payout_model: 'percentage',
      currency: 'Rs.',
      visitor_hash: 'visitor',
      created_at: day(ago),
    })
  expect((await listRecentStores(id)).map((store) => store.name)).toEqual(['Zari', 'asha'])
  const page = await visitor.get('/TopStores')
  expect(page.text).toMatch(/Recently visited\s+Zari\s+asha/)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect((await newVisitor().get('/TopStores')).text).not.toContain('Recently visited')
})
