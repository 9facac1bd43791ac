/** Whether orders with a code keep their cashback: who said so, what replaces it, and the order of codes. */
import { expect, test } from 'vitest'
import { readCards } from '~/domain/catalog/cards.server'
import { orderCodes } from '~/domain/catalog/feedback.server'
import { setKeeps, toKeepsFact } from '~/domain/catalog/keeps-cashback.server'
import { db } from '~/platform/db/client.server'
import { feedback } from '~/platform/db/schema/editorial'
import { dayInIndia } from '~/platform/formats/dates'
import { addStore, addOffer } from '../support/catalogue'
import { member } from '../wallet/support'
import { findOffer, importFeed, ownRow } from './feed'

const stored = async () => {
  const { id, keeps_cashback, keeps_source, keeps_since } = (await findOffer('c1'))!
  return { id, said: [keeps_cashback, keeps_source, keeps_since] }
}

const today = () => dayInIndia(new Date()).date

const importKeeps = (keeps_cashback?: unknown) =>
  importFeed([ownRow({ code: 'LAMP10', ...(keeps_cashback !== undefined && { keeps_cashback }) })])

test('a feed says it, what it leaves out stays, and an operator’s word stays until it is unknown again', async () => {
  await importKeeps()
  expect((await stored()).said).toEqual([null, null, null])
  await importKeeps('no')
  const { id, said } = await stored()
  expect(said).toEqual([false, 'feed', today()])
  await importKeeps()
  expect((await stored()).said).toEqual([false, 'feed', today()])
  await db.transaction((tx) => setKeeps(id, true, tx))
  expect((await stored()).said).toEqual([true, 'operator', today()])
  const again = await importKeeps('no')
  expect((await stored()).said).toEqual([true, 'operator', today()])
  expect(again.refused).toEqual([])
  await db.transaction((tx) => setKeeps(id, null, tx))
  expect((await stored()).said).toEqual([null, null, null])
  await importKeeps('no')
  expect((await stored()).said).toEqual([false, 'feed', today()])
  await importKeeps('')
  expect((await stored()).said).toEqual([null, null, null])
})

test('a new or removed code clears the value, also an operator’s', async () => {
  const importCode = (code: string | null, more: object = {}) =>
    importFeed([ownRow({ code, ...more })], { clears: true })
  await importCode('OLD1', { keeps_cashback: 'yes' })
  await importCode('OLD1')
  const { id, said } = await stored()
  expect(said).toEqual([true, 'feed', today()])
  await importCode('NEW1')
  expect((await stored()).said).toEqual([null, null, null])
  await db.transaction((tx) => setKeeps(id, true, tx))
  await importCode('NEW2')
  expect((await stored()).said).toEqual([null, null, null])
  await importCode('NEW3', { keeps_cashback: 'no' })
  expect((await stored()).said).toEqual([false, 'feed', today()])
  await importCode(null)
  expect((await stored()).said).toEqual([null, null, null])
})

test('a feed’s other words are refused', async () => {
  const { reasons } = await importKeeps('perhaps')
  expect(reasons).toEqual(['keeps_cashback: must be true or false'])
})

test('a fact has its source and its day in words', () => {
  const fact = { keeps_cashback: false, keeps_source: 'operator', keeps_since: '2026-11-21' }
  expect(toKeepsFact(fact)).toEqual({ keeps: 'no', source: 'operator', since: '21 Nov 2026' })
  expect(toKeepsFact({ keeps_cashback: null, keeps_source: null, keeps_since: null })).toBeNull()
})

test('codes share their places: those that keep cashback, unknown ones, those that do not, and failing ones last', async () => {
  const { id: brand_id } = await addStore()
  const add = async (code: string | null, keeps_cashback: boolean | null = null) => {
    const said = keeps_cashback === null ? {} : { keeps_source: 'feed', keeps_since: '2026-11-21' }
    return (await addOffer({ brand_id, code, keeps_cashback, ...said })).id
  }
  const ends = await add('ENDS', false)
  const deal = await add(null)
  const unknown = await add('UNKNOWN')
  const failing = await add('FAILING', true)
  const keeps = await add('KEEPS', true)
  for (let i = 0; i < 10; i++)
    await db
      .insert(feedback)
      .values({ user_id: await member(), campaign_id: failing, vote: 'no', has_click: true })
  const cards = await orderCodes(await readCards([ends, deal, unknown, failing, keeps]))
  expect(cards.map(({ id }) => id)).toEqual([keeps, deal, unknown, ends, failing])
})
