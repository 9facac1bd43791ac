/** An import is one change of the catalogue for its readers. */
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { importCatalogue, type ImportOptions } from '~/domain/catalog/feeds.server'
import { listByCategory, listDeals } from '~/domain/catalog/lists.server'
import { suggestOffers } from '~/domain/catalog/search.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { listStoresOn } from '../catalog-pages/listed'
import { catalogueVersionNow, importFeed, ownRow } from './feed'

const ROWS = 900

const rows = (title: string, count = ROWS, more: object = {}) =>
  Array.from({ length: count }, (_, n) =>
    ownRow({ id: `r${n}`, title: `${title} ${String(n).padStart(4, '0')}`, ...more }),
  )

/** Calls `between` after each 100 rows; the import reads on when it has finished. */
function importSlowly(feed: object[], between: () => Promise<unknown>, options: Partial<ImportOptions> = {}) {
  async function* pieces() {
    yield Buffer.from('[')
    for (const [n, row] of feed.entries()) {
      yield Buffer.from(`${n ? ',' : ''}${JSON.stringify(row)}`)
      if (n % 100 === 99) await between()
    }
    yield Buffer.from(']')
  }
  return importCatalogue(Readable.from(pieces()), { source: 'at-once', encoding: 'json', ...options })
}

/** What guests read: lists with their totals, stores, a search and suggestions. */
async function browse() {
  const [first, last, found, stores, suggested] = [
    await listDeals(1),
    await listDeals(ROWS / 15),
    await listByCategory({ categoryIds: [], q: 'lamps 00', showAll: true, page: 1 }),
    await listStoresOn(1),
    await suggestOffers('new lamps'),
  ]
  const titles = (items: { title: string }[]) => items.map((item) => item.title)
  return {
    first: titles(first.items),
    last: titles(last.items),
    total: first.total,
    found: titles(found.items),
    stores: stores.items.map((store) => [store.name, store.count]),
    suggested: titles(suggested),
    version: await catalogueVersionNow(),
  }
}

beforeEach(async () => {
  await db.delete(campaigns)
  await db.delete(brands)
  await importFeed(rows('Old lamps'), { source: 'at-once', pieceSize: 100_000 })
})

test('readers see the old catalogue until an import ends, then the new one, and never a mixture', async () => {
  const before = await browse()
  expect(before).toMatchObject({ total: ROWS, suggested: [], stores: [['Deepak Lights', ROWS]] })
  const feed = [
    ...rows('New lamps', ROWS - 300),
    ...rows('New lamps', 200).map((row) => ({ ...row, id: `more-${row.id}` })),
  ]
  let times = 0
  await importSlowly(
    feed,
    async () => {
      expect(await browse()).toEqual(before)
      times++
    },
    { replace: { anyShare: true } },
  )
  expect(times).toBe(8)
  const after = await browse()
  expect(after).toMatchObject({ total: 800, stores: [['Deepak Lights', 800]] })
  expect(
    [...after.first, ...after.found, ...after.suggested].filter((title) => !title.startsWith('New lamps')),
  ).toEqual([])
  expect(after.last).toEqual([])
})

test('an import raises the catalogue version once, at its end', async () => {
  const version = await catalogueVersionNow()
  const seen = new Set<number>()
  await importSlowly(rows('New lamps'), async () => seen.add(await catalogueVersionNow()))
  expect([...seen]).toEqual([version])
  expect(await catalogueVersionNow()).toBe(version + 1)
})

test('an import that fails in the middle leaves the catalogue as it was', async () => {
  const before = await browse()
  const failing = importSlowly(rows('New lamps'), async () => {}, {
    onProgress: (read) => {
      if (read > 500) throw new Error('planned')
    },
  })
  await expect(failing).rejects.toThrow('planned')
  expect(await browse()).toEqual(before)
})

test('a change by the operator during an import waits for its end, and both are kept', async () => {
  const { id } = (await db.select({ id: brands.id }).from(brands))[0]!
  const isWaiting = async () =>
    (
      await db.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                           OR NOT granted AND locktype = 'transactionid' LIMIT 1`)
    ).length > 0
  let change: Promise<unknown> | undefined
  const feed = [
    ...rows('New lamps', 500),
    ...rows('New oil', 300, { store_url: 'https://deepak-lights.example/oil' }).map((row) => ({
      ...row,
      id: `oil-${row.id}`,
    })),
  ]
  await importSlowly(feed, async () => {
    if (change) return
    change = db.update(brands).set({ holding_days: 45 }).where(eq(brands.id, id)).execute()
    while (!(await isWaiting()));
  })
  await change
  const [store] = await db.select().from(brands).where(eq(brands.id, id))
  expect(store).toMatchObject({
    holding_days: 45,
    store_url: 'https://deepak-lights.example/oil',
    live_count: 1_200,
  })
})
