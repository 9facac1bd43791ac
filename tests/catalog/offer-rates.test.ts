/** The rate that a shopper gets in pages, the API and the click, with CASHBACK_SHARE set. */
import { beforeAll, describe, expect, test } from 'vitest'
import { toOffer } from '~/api/answers.server'
import { findOffer as findPage } from '~/domain/catalog/offer-page.server'
import { findOfferListing, listOfferListings } from '~/domain/catalog/listings.server'
import { changeSettings } from '../support/settings'
import { findOffer, importFeed, ownRow, readClickRate, rowWithoutPayout } from './feed'

beforeAll(() => changeSettings({ CASHBACK_SHARE: '50%' }))

async function importOffer(source: string, row: object) {
  await importFeed([row], { source })
  return (await findOffer('c1', source))!
}

test('commission × CASHBACK_SHARE is the rate on the page, in the API and in the click', async () => {
  const { id, slug } = await importOffer('share', rowWithoutPayout({ commission: '8.25%', cap: '500' }))
  expect(await findPage(slug)).toMatchObject({ payout: '4.12%', credit: 'cashback', cap: 'Rs. 500.00' })
  expect(toOffer((await findOfferListing(id))!)).toMatchObject({
    payout: 4.12,
    payout_model: 'percentage',
  })
  expect(await readClickRate(id)).toEqual({ payout_hundredths: 412n, payout_model: 'percentage' })
})

test('the API exposes no commission, share or set payout', async () => {
  const { id } = await importOffer('secret', rowWithoutPayout({ commission: '8%' }))
  const one = toOffer((await findOfferListing(id))!)
  const { items } = await listOfferListings({}, { page: 1, limit: 1 })
  for (const shown of [one, toOffer(items[0]!)])
    expect(Object.keys(shown).filter((name) => /commission|share|set_|store_/.test(name))).toEqual([])
})

describe('import of rates', () => {
  test('reports changed payouts and commissions, and nothing for an unchanged feed', async () => {
    const feed = (payout: string, commission: string) => [
      ownRow({ payout }),
      ownRow({ id: 'c2' }),
      rowWithoutPayout({ id: 'c3', commission }),
    ]
    const first = await importFeed(feed('4.5', '8%'), { source: 'tell' })
    expect(first.rates).toMatchObject({ changed: 0, losing: 0 })
    expect((await importFeed(feed('4.5', '8%'), { source: 'tell' })).rates.changed).toBe(0)
    const dry = await importFeed(feed('3', '6%'), { source: 'tell', dryRun: true })
    const real = await importFeed(feed('3', '6%'), { source: 'tell' })
    for (const { rates } of [dry, real]) {
      expect(rates.changed).toBe(2)
      expect(rates.changes.map(({ id, before, after }) => [id, before, after])).toMatchObject([
        ['c1', { payout: { payout_hundredths: 450n } }, { payout: { payout_hundredths: 300n } }],
        ['c3', { payout: { payout_hundredths: 400n } }, { payout: { payout_hundredths: 300n } }],
      ])
    }
  })

  test('names the first 20 of many changes and counts all, across batches', async () => {
    const feed = (payout: string) => Array.from({ length: 320 }, (_, i) => ownRow({ id: `m${i}`, payout }))
    await importFeed(feed('4'), { source: 'many', pieceSize: 9000 })
    const { rates } = await importFeed(feed('5'), { source: 'many', pieceSize: 9000 })
    expect(rates.changed).toBe(320)
    expect(rates.changes).toHaveLength(20)
  })

  test('warns of rates that lose money, also in unchanged rows', async () => {
    const rows = [
      ownRow({ payout: '45', payout_model: 'flat', commission: '45' }),
      ownRow({ id: 'c2', commission: '8%' }),
    ]
    await importFeed(rows, { source: 'loss' })
    const { rates } = await importFeed(rows, { source: 'loss' })
    expect(rates.losing).toBe(1)
    expect(rates.losses.map(({ id }) => id)).toEqual(['c1'])
  })

  test.each([
    [{ commission: '8%' }, 800n, 'percentage'],
    [{ commission: '120', commission_model: 'flat' }, 120_00n, 'flat'],
    [{ commission: 8, commission_model: 'percentage', payout_model: 'flat' }, 800n, 'percentage'],
    [{ commission: '8' }, 800n, 'percentage'],
    [{ commission: null }, null, null],
    [{}, null, null],
  ])('reads the commission of %j', async (fields, hundredths, model) => {
    const source = `read ${JSON.stringify(fields)}`
    await importFeed([ownRow(fields)], { source })
    expect(await findOffer('c1', source)).toMatchObject({
      commission_hundredths: hundredths,
      commission_model: model,
    })
  })

  test.each(['8.255%', '101%', '-8', 'much', '1e2'])('refuses the commission %j', async (commission) => {
    const { reasons } = await importFeed([ownRow({ commission, payout_model: 'percentage' })])
    expect(reasons).toEqual([
      'commission: must be an amount with at most two decimals, or a percentage up to 100',
    ])
  })

  test('with --payout for every row ignores commissions in another currency', async () => {
    const row = ownRow({ commission: '20', payout_model: 'flat', currency: 'EUR' })
    const { rates } = await importFeed([row], { source: 'euro', payout: '250' })
    expect(rates.losing).toBe(0)
    expect((await findOffer('c1', 'euro'))!.commission_hundredths).toBeNull()
  })
})
