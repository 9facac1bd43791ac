/** catalogue import --replace ends unlisted offers; they become live again when they are listed again. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hideOffer } from '~/domain/catalog/manual-overrides.server'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { catalogueVersionNow, findOffer, importFeed, ownRow } from './feed'

const rows = (ids: string[], more: object = {}) =>
  ids.map((id) => ownRow({ id, title: `Lamp ${id}`, ...more }))
const TEN = 'abcdefghij'.split('')

/** Creates a source with these offers and returns a function that imports its next feed. */
async function readSource(source: string, ids = TEN) {
  await importFeed(rows(ids), { source, pieceSize: 1000 })
  return (feed: unknown, options: { anyShare?: boolean; dryRun?: boolean } = {}) =>
    importFeed(feed, {
      source,
      pieceSize: 1000,
      dryRun: options.dryRun,
      replace: { anyShare: options.anyShare === true },
    })
}

const listEnded = async (source: string) =>
  (await db.select().from(campaigns).where(eq(campaigns.source, source)))
    .filter(({ ends_at }) => ends_at !== null && ends_at.getTime() <= Date.now())
    .map(({ external_id }) => external_id)
    .toSorted()

test('--replace ends unlisted offers of this source only; without it they stay', async () => {
  await importFeed(rows(TEN), { source: 'other', pieceSize: 1000 })
  const next = await readSource('ending')
  await importFeed(rows(TEN.slice(2)), { source: 'ending', pieceSize: 1000 })
  expect(await listEnded('ending')).toEqual([])
  const { counts, unlisted } = await next(rows(TEN.slice(2)))
  expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 8 })
  expect(unlisted).toMatchObject({ offers: 2, live: 2, ofLive: 10, problem: null, ended: true })
  expect(await listEnded('ending')).toEqual(['a', 'b'])
  expect(await listEnded('other')).toEqual([])
})

test('a second --replace changes nothing', async () => {
  const next = await readSource('twice')
  await next(rows(TEN.slice(2)))
  const before = await catalogueVersionNow()
  expect((await next(rows(TEN.slice(2)))).unlisted).toMatchObject({ offers: 0, ended: true })
  expect(await catalogueVersionNow()).toBe(before)
})

test('an offer that is listed again becomes live again, with the end date of its row', async () => {
  const next = await readSource('returning')
  await next(rows(TEN.slice(2)))
  const slug = (await findOffer('a', 'returning'))!.slug
  const again = await next([
    ...rows(TEN.slice(1)),
    ownRow({ id: 'a', title: 'Lamp a', ends_at: '2099-12-31' }),
  ])
  expect(again.counts).toMatchObject({ new: 0, changed: 2, unchanged: 8, ended: 0 })
  expect(await findOffer('b', 'returning')).toMatchObject({ ends_at: null })
  expect(await findOffer('a', 'returning')).toMatchObject({
    ends_at: new Date('2099-12-31T18:30:00Z'),
    slug,
  })
})

test('an offer hidden by the operator stays hidden when it ends and returns', async () => {
  const next = await readSource('hidden-by-hand')
  const { slug } = (await findOffer('a', 'hidden-by-hand'))!
  await hideOffer(slug, 'asked for')
  expect((await next(rows(TEN.slice(1)))).unlisted).toMatchObject({ offers: 1, live: 0, ofLive: 9 })
  await next(rows(TEN))
  expect(await findOffer('a', 'hidden-by-hand')).toMatchObject({
    ends_at: null,
    hidden_at: expect.any(Date),
    hidden_reason: 'operator: asked for',
  })
})

describe('no offers end', () => {
  test('for a row that is listed but refused', async () => {
    const next = await readSource('refused')
    const refused = [
      ownRow({ id: 'a', url: 'javascript:x' }),
      ownRow({ external_id: 'b', id: '', title: '' }),
    ]
    const { counts, unlisted } = await next([...refused, ...rows(TEN.slice(2))])
    expect(counts.refused).toBe(2)
    expect(unlisted).toMatchObject({ offers: 0 })
    expect(await listEnded('refused')).toEqual([])
  })

  test('if more than 20 percent of the live offers would, unless any share is allowed', async () => {
    const next = await readSource('share')
    const { unlisted } = await next(rows(TEN.slice(3)))
    expect(unlisted).toMatchObject({ offers: 3, live: 3, ofLive: 10, problem: 'too-many', ended: false })
    expect(await listEnded('share')).toEqual([])
    expect((await next(rows(TEN.slice(3)), { anyShare: true })).unlisted).toMatchObject({ ended: true })
    expect(await listEnded('share')).toEqual(['a', 'b', 'c'])
  })

  test('for a feed that is cut off, empty or without a usable row, even if any share is allowed', async () => {
    const next = await readSource('cut')
    const whole = JSON.stringify(rows(TEN))
    for (const feed of [whole.slice(0, -2), whole.slice(0, 300), '', '<html>']) {
      const { broken, unlisted } = await next(feed, { anyShare: true })
      expect({ isBroken: broken !== null, unlisted }).toEqual({ isBroken: true, unlisted: null })
    }
    for (const feed of [[], [ownRow({ id: 'zz', url: 'ftp://x' })]])
      expect((await next(feed, { anyShare: true })).unlisted).toMatchObject({
        problem: 'unusable',
        ended: false,
      })
    expect(await listEnded('cut')).toEqual([])
  })

  test('for a feed with a refused row without an id, unless any share is allowed', async () => {
    const next = await readSource('unnamed')
    const feed = [...rows(TEN.slice(1)), 7]
    expect((await next(feed)).unlisted).toMatchObject({ offers: 1, problem: 'unnamed', ended: false })
    expect((await next(rows(TEN))).unlisted).toMatchObject({ offers: 0, problem: null })
    expect((await next(feed, { anyShare: true })).unlisted).toMatchObject({ ended: true })
    expect(await listEnded('unnamed')).toEqual(['a'])
  })
})

test('a dry run reports the changes and makes none', async () => {
  const next = await readSource('dry')
  const before = await catalogueVersionNow()
  const feed = [...rows(TEN.slice(3)), ...rows(['c'], { offer: 'Now 30%' }), ...rows(['k'])]
  const { counts, unlisted } = await next(feed, { dryRun: true })
  expect(counts).toMatchObject({ new: 1, changed: 1, unchanged: 7, refused: 0 })
  expect(unlisted).toMatchObject({ offers: 2, ofLive: 10, problem: null, ended: false })
  expect(unlisted!.examples.map(({ title }) => title)).toEqual(['Lamp a', 'Lamp b'])
  expect(await catalogueVersionNow()).toBe(before)
  expect(await findOffer('k', 'dry')).toBeUndefined()
  expect(await listEnded('dry')).toEqual([])
})
