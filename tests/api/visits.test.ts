import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { DAY_MS, dayInIndia } from '~/platform/formats/dates'
import { recordClick } from '~/domain/tracking/clicks.server'
import { clickOn, report } from '../support/shop'
import { makeOffer } from '../wallet/support'
import { apiMember } from './client'

async function visitor(facts: Parameters<typeof makeOffer>[0] = {}) {
  const { api: client, id } = await apiMember()
  const offer = await makeOffer(facts)
  const made = await recordClick(offer.id, { userId: id, address: '192.0.2.90', agent: 'x' })
  if (!made.ok) throw new Error(made.reason)
  return { client, id, offer, clickId: made.clickId, number: made.visit.number }
}

describe('the visits of a member', () => {
  test('have the rate at the click and the state of each sale', async () => {
    const { client, id, offer, clickId, number } = await visitor({ cap_paise: 500_00n })
    for (const status of ['pending', 'approved'])
      await report('trackier', { click: clickId, sale: clickId, status, amount: '1234.50' })
    const { body } = await client.get(`/api/visits/${id}`)
    expect(body).toMatchObject({ success: true, total: 1 })
    expect(body.data[0]).toMatchObject({
      number,
      offer: offer.title,
      slug: offer.slug,
      payout: 5,
      payout_model: 'percentage',
      cap: 500,
      sales: [{ state: 'withdrawable', amount: 1234.5, cashback: 61.72, declined_at: null }],
    })
  })

  test('continue by `next`', async () => {
    const { client, id, offer, number } = await visitor()
    for (let at = 0; at < 2; at++) await clickOn(offer, id)
    const { body } = await client.get(`/api/visits/${id}?limit=2`)
    expect([body.total, body.data.length]).toEqual([3, 2])
    const { body: rest } = await client.get(body.next)
    expect(rest.data.map((one: { number: string }) => one.number)).toEqual([number])
    expect(rest.next).toBeUndefined()
  })
})

describe('a visit by its number', () => {
  test('has its terms and the reports in words', async () => {
    const { client, id, clickId, number } = await visitor({ kpi_html: '<p>New customers</p>' })
    await report('trackier', { click: clickId, sale: clickId, status: 'rejected', amount: '10' })
    const { body } = await client.get(`/api/visits/${id}/${number}`)
    expect(body.data).toMatchObject({ number, terms: '<p>New customers</p>' })
    expect(body.data.sales[0].state).toBe('declined')
    expect(body.data.sales[0].reports.map((one: { text: string }) => one.text)).toEqual([
      expect.stringMatching(/^Shop \d+ declined the order\.$/),
    ])
  })

  test('of another member, an unknown and a malformed number get the same 404', async () => {
    const { number } = await visitor()
    const { api: client, id } = await apiMember()
    for (const one of [number, 'DV-00000000', 'nonsense']) {
      const { status, body } = await client.get(`/api/visits/${id}/${one}`)
      expect([status, body]).toEqual([
        404,
        { success: false, message: 'There is no such visit in your account.' },
      ])
    }
  })
})

test('a visit and a tracked sale have the day of their next step, and a declined one has none', async () => {
  const { client, id, offer, clickId, number } = await visitor()
  await db
    .update(brands)
    .set({ tracks_in_hours: 24, confirms_in_days: 30 })
    .where(eq(brands.id, offer.brand_id))
  const read = async () => (await client.get(`/api/visits/${id}/${number}`)).body.data
  const inDays = (days: number) => dayInIndia(new Date(Date.now() + days * DAY_MS)).date
  expect(await read()).toMatchObject({ expected_by: inDays(1), expected_half_by: null, sales: [] })
  await report('trackier', { click: clickId, sale: clickId, status: 'pending', amount: '10' })
  expect(await read()).toMatchObject({ expected_by: null, sales: [{ expected_by: inDays(30) }] })
  await report('trackier', { click: clickId, sale: clickId, status: 'rejected', amount: '10' })
  expect(await read()).toMatchObject({ expected_by: null, sales: [{ expected_by: null }] })
})
