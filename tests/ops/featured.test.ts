import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPins } from '~/domain/catalog/featured.server'
import { readHomeLists } from '~/domain/catalog/home.server'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { db } from '~/platform/db/client.server'
import { featuredOffers } from '~/platform/db/schema/editorial'
import { dayInIndia } from '~/platform/formats/dates'
import { catalogueVersionNow } from '../catalog/feed'
import { addOffer, addStore, day } from '../support/catalogue'
import { addSale } from '../support/flash-sale'
import { ops, opsDone, opsJson, readLastEntry } from './support'

const titles = (cards: { title: string }[]) => cards.map(({ title }) => title)
const byRank = (shown: string[]) => shown.toSorted((a, b) => Number(a.slice(5)) - Number(b.slice(5)))
const ids: Record<string, number> = {}
const inDays = (days: number) => dayInIndia(day(days)).date

beforeAll(async () => {
  const { id: brand_id } = await addStore({ name: 'Chai Ghar', rank: 1 })
  const add = async (title: string, more: Partial<Parameters<typeof addOffer>[0]> = {}) => {
    ids[title] = (await addOffer({ brand_id, title, rank: 500, ...more })).id
  }
  for (let n = 1; n <= 30; n++) await add(`Deal ${n}`, { rank: n, code: n % 2 ? `CODE${n}` : null })
  await add('Deal 40', { rank: 40, banner_url: 'https://x.example/b.png' })
  await add('Ended', { ends_at: day(-1) })
  await add('To come', { starts_at: day(2), listed: false })
  await add('Hidden', { hidden_at: day(-1), hidden_reason: 'sold out', listed: false })
  await add('Ferries', { locale: 'es' })
  await add('Poor', { popularity: 0n })
  await add('On sale', { rank: 60 })
  await addSale(ids['On sale']!, { on_date: dayInIndia(new Date()).date })
  await applyDueRates(new Date())
})

beforeEach(async () => {
  await db.delete(featuredOffers)
})

const pin = (title: string, more = '') => opsDone(`featured pin ${ids[title]} ${more}`)
const readHome = async (at?: Date) => {
  const { banners, deals, coupons } = await readHomeLists(['deals', 'coupons'], at)
  return { banners: titles(banners), deals: titles(deals.items), coupons: titles(coupons.items) }
}
const listStates = async (at?: Date) =>
  Object.fromEntries((await listPins(db, at)).map(({ title, state }) => [title, state]))

describe('a pinned offer', () => {
  test('comes first under Featured, and all other lists keep the order of the ranking', async () => {
    const before = await readHome()
    expect(before.banners).toEqual(['Deal 40', 'Deal 1', 'Deal 2', 'Deal 3', 'Deal 4', 'Deal 5'])
    const version = await catalogueVersionNow()
    await pin('Deal 20')
    await pin('Deal 9', '--place 1')
    expect(await catalogueVersionNow()).toBeGreaterThan(version)
    const after = await readHome()
    expect(after.banners).toEqual(['Deal 9', 'Deal 20', 'Deal 40', 'Deal 1', 'Deal 2', 'Deal 3'])
    // What left the banners is in the lists again, which are in the order of the ranking, and no offer is in two.
    for (const list of [after.deals, after.coupons]) expect(list).toEqual(byRank(list))
    expect(after.deals.slice(0, 3)).toEqual(['Deal 4', 'Deal 5', 'Deal 6'])
    const all = Object.values(after).flat()
    expect(byRank(all)).toEqual(byRank(Object.values(before).flat()))
    expect(new Set(all).size).toBe(all.length)
    await opsDone(`featured unpin ${ids['Deal 9']}`)
    await opsDone(`featured unpin ${ids['Deal 20']}`)
    expect(await readHome()).toEqual(before)
  })

  test('is shown from its first day in India to the end of its last one', async () => {
    await pin('Deal 20', '--first-day 2099-03-10 --last-day 2099-03-11')
    const at = (time: string) => new Date(`2099-03-${time}+05:30`)
    for (const [time, state] of [
      ['09T23:59:59', 'later'],
      ['10T00:00:00', 'shown'],
      ['11T23:59:59', 'shown'],
      ['12T00:00:00', 'over'],
    ] as const) {
      expect(await listStates(at(time))).toEqual({ 'Deal 20': state })
      expect((await readHome(at(time))).banners.includes('Deal 20')).toBe(state === 'shown')
    }
  })

  test.each([
    ['Ended', 'ended', /‘Ended’ ended at /],
    ['To come', 'to come', /‘To come’ begins at /],
    ['Hidden', 'hidden', /‘Hidden’ is hidden: sold out\./],
    ['Ferries', 'not on home', /Home leaves out offers in another language/],
    ['Poor', 'not on home', /Home leaves out offers in another language/],
    ['On sale', 'on sale', /It is the flash sale of today/],
  ])('%s has no effect, and the list says why', async (title, state, why) => {
    const before = await readHome()
    expect((await pin(title)).replaceAll(/\s+/g, ' ')).toContain('It has no effect now.')
    expect(await readHome()).toEqual(before)
    expect(await listStates()).toEqual({ [title]: state })
    const [row] = (await opsJson('featured list')) as { state: string; why: string }[]
    expect(row).toMatchObject({ state: 'no effect', why: expect.stringMatching(why) })
  })

  test('behind six others has no effect', async () => {
    await pin('Ended')
    for (let n = 11; n <= 17; n++) await pin(`Deal ${n}`)
    expect((await readHome()).banners).toEqual([11, 12, 13, 14, 15, 16].map((n) => `Deal ${n}`))
    expect(await listStates()).toMatchObject({ Ended: 'ended', 'Deal 16': 'shown', 'Deal 17': 'behind' })
    await opsDone(`featured set ${ids['Deal 17']} --place 1`)
    expect((await readHome()).banners[0]).toBe('Deal 17')
    expect(await listStates()).toMatchObject({ 'Deal 15': 'shown', 'Deal 16': 'behind' })
  })
})

test('its place and days are changed, and the log has what they were', async () => {
  await pin('Deal 20', `--last-day ${inDays(5)}`)
  await opsDone(`featured set ${ids['Deal 20']} --last-day none --first-day ${inDays(2)}`)
  expect((await readLastEntry()).result).toMatchObject({
    changed: [
      { subject: `pin ${ids['Deal 20']}`, field: 'first_day', before: null, after: inDays(2) },
      { field: 'last_day', before: inDays(5), after: null },
    ],
  })
  expect(await listStates()).toEqual({ 'Deal 20': 'later' })
})

test.each([
  ['pin DEAL', 'is pinned already'],
  ['pin 999999', 'There is no such offer'],
  ['pin OTHER --first-day 2099-01-02 --last-day 2099-01-01', 'The first day is after the last one'],
  ['pin OTHER --last-day 2020-01-01', 'That day is over'],
  ['pin OTHER --place 0', 'It must be a whole number from 1'],
  ['set OTHER --place 1', 'is not pinned'],
  ['set DEAL --place 1', 'Nothing differs'],
  ['unpin OTHER', 'is not pinned'],
])('featured %s is refused', async (typed, why) => {
  await pin('Deal 20')
  const line = typed.replace('DEAL', String(ids['Deal 20'])).replace('OTHER', String(ids['Deal 8']))
  expect((await ops(`featured ${line}`)).err).toContain(why)
  expect(await listStates()).toEqual({ 'Deal 20': 'shown' })
})
