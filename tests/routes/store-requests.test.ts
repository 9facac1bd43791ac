// What a search without a result offers.
import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { listStoreRequests, requestStore } from '~/domain/catalog/store-requests.server'
import { buildWords } from '~/domain/catalog/search.server'
import { listZeroResults } from '~/domain/catalog/zero-results.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { db } from '~/platform/db/client.server'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor } from '../support/app'

const page = (q: string) => `/CouponFilters/All?q=${encodeURIComponent(q)}`
const names = async () => (await listStoreRequests(10)).map(({ name, times }) => [name, times])

test('who finds nothing can ask for the store, which is counted by its normalized name', async () => {
  const visitor = newVisitor()
  const nothing = await visitor.get(page('Big Bazaar'))
  expect(nothing.text).toContain('We have no store or offer called “Big Bazaar” yet.')
  expect(nothing.text).toContain('We count how many people ask for a store, not who they are.')
  expect(nothing.text).toContain('Ask for this store')
  for (const store of ['Big  Bazaar', ' big bazaar ', 'Nimbu & Co']) {
    const answer = await visitor.post('/ask-for-store', { from: page('Big Bazaar'), store })
    expect([answer.status, answer.location]).toEqual([303, page('Big Bazaar')])
    expect((await visitor.follow(answer)).text).toContain(
      `Thank you, we have noted ${store.trim().replace(/\s+/g, ' ')}.`,
    )
  }
  expect(await names()).toEqual([
    ['big bazaar', 2],
    ['nimbu & co', 1],
  ])
})

test.each(['x', 'y'.repeat(41), 'me@mail.example', '98765 43210', ''])(
  'the name %j is refused at the field, and what was typed is kept',
  async (store) => {
    const visitor = newVisitor()
    const before = await names()
    const refused = await visitor.follow(await visitor.post('/ask-for-store', { from: page('zzqxw'), store }))
    expect(refused.text).toContain('Please enter the name of a store, 2 to 40 characters.')
    if (store) expect(refused.body).toContain(`value="${store}"`)
    expect(await names()).toEqual(before)
  },
)

test('an address may request five stores a day, and a GET leads to all offers', async () => {
  for (let n = 0; n < 5; n++) expect(await requestStore(`Store ${n}`, '192.0.2.7')).toEqual({ ok: true })
  expect(await requestStore('Store 6', '192.0.2.7')).toMatchObject({ ok: false, reason: 'tooMany' })
  expect(await requestStore('Store 6', '192.0.2.8')).toEqual({ ok: true })
  expect((await newVisitor().get('/ask-for-store')).location).toBe('/CouponFilters/All')
})

test('a name without a request in a year is deleted', async () => {
  await requestStore('Longago', '', new Date('2025-01-01T12:00:00Z'))
  expect((await names()).flat()).toContain('longago')
  await requestStore('Today', '', new Date('2026-11-26T12:00:00Z'))
  expect((await names()).flat()).not.toContain('longago')
})

test('results that are only similar are a question and not listed; of some words they have a heading', async () => {
  const { id: brand_id } = await addStore({ name: 'Kettu Boats' })
  await addOffer({ brand_id, title: 'Airport coaches' })
  await addOffer({ brand_id, title: 'Running shoes' })
  await addOffer({ brand_id, title: 'Flight fares' })
  await rankCatalogue()
  await db.execute(sql`DELETE FROM jobs WHERE name = 'search words'`)
  await buildWords(0)
  for (const [q, guess] of [
    ['airpotr', 'airport'],
    ['flght', 'flight'],
  ] as const) {
    const { text, body } = await newVisitor().get(page(q))
    expect(text).toContain(`Did you mean ${guess}?`)
    expect(body).toContain(`href="${page(guess)}"`)
    expect(text).not.toContain('View Offer')
  }
  const isNike = 'Is “nike” a store that you are looking for?'
  for (const [q, word, asks] of [
    ['nike shoes', 'shoes', isNike],
    ['red shoes under Rs. 2,000', 'shoes', null],
    ['nike flight shoes', 'flight', isNike],
  ] as const) {
    const some = (await newVisitor().get(page(q))).text
    expect(some).toContain(`Also for “${word}”`)
    expect(some).toContain('No offer has all of these words.')
    expect(some).toContain('View Offer')
    expect(/Is “.+” a store that you are looking for\?/.exec(some)?.[0] ?? null).toBe(asks)
    expect(some.includes('Ask for this store')).toBe(asks !== null)
  }
  await addStore({ name: 'LG' })
  for (const q of ['shoes 15', "women's shoes", 'shoes 20% off', 'shoes lg', 'shoes kettu'])
    expect((await newVisitor().get(page(q))).text).not.toContain('a store that you are looking for')
  const apart = (await newVisitor().get(page('nike shoes adidas'))).text
  expect(apart).toContain('Is “nike” a store that you are looking for?')
  expect((await newVisitor().get(page('zzqxw 15'))).text).not.toContain('Ask for this store')
  const price = (await newVisitor().get(page('shoes under Rs. 2,000'))).text
  expect(price).toContain('Offers have no prices here, so “under rs. 2,000” is left out.')
  for (const q of ['running shoes', 'cheap running shoes', '500 से कम running shoes']) {
    const all = (await newVisitor().get(page(q))).text
    expect(all).toContain('1 offer')
    expect(all).not.toContain('Also for')
  }
  for (const q of ['cheap', 'सस्ते', 'under 500'])
    expect((await newVisitor().get(page(q))).text).not.toContain('Ask for this store')
  expect((await newVisitor().get(page('airpods'))).text).not.toContain('Did you mean')
  const hindi = (await newVisitor().get(page('गुब्बारा'))).text
  expect(hindi).toContain('We have no store or offer called “गुब्बारा” yet.')
  expect(hindi).not.toContain('Ask for this store')
})

test('an offer that a filter leaves out is not said to lack a word, and views of one search count once', async () => {
  const { id: brand_id } = await addStore({ name: 'Resham House' })
  await addOffer({ brand_id, title: 'Chanderi dupatta festival' })
  await addOffer({ brand_id, title: 'Cotton dupatta', code: 'DUPATTA10' })
  await rankCatalogue()
  const all = (await newVisitor().get(page('chanderi dupatta'))).text
  expect(all).toContain('Also for “dupatta”')
  const coded = (await newVisitor().get(`${page('chanderi dupatta')}&code=1`)).text
  expect(coded).toContain('Cotton dupatta')
  expect([all, coded].filter((text) => text.includes('No offer has all of these words.'))).toEqual([])

  for (const view of ['', '&show=all', '&sort=new', '&code=1'])
    await newVisitor().get(`${page('velvet dupatta')}${view}`)
  const counted = await listZeroResults(1, 100)
  expect(counted.filter(({ words }) => words === 'velvet dupatta').map(({ times }) => times)).toEqual([1])
})
