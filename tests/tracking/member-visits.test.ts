import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { recordClick } from '~/domain/tracking/clicks.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { listMemberVisits, type VisitPart, findMemberVisit } from '~/domain/tracking/member-visits.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { clickOn, report } from '../support/shop'
import { makeOffer, click, member } from '../wallet/support'

const age = (clickId: string, days: number) =>
  db
    .update(clicks)
    .set({ created_at: sql`now() - make_interval(days => ${days})` })
    .where(eq(clicks.id, clickId))

async function aged(userId: number, days: number): Promise<string> {
  const id = await click(userId)
  await age(id, days)
  return id
}

let serial = 0
const sell = (clickId: string, status: string, sale = `V${++serial}`, amount = '1000') =>
  report('trackier', { click: clickId, sale, status, amount })

const listIds = async (userId: number, part: VisitPart) =>
  (await listMemberVisits(userId, { part })).items.map(({ id }) => id)

async function readNumber(clickId: string): Promise<string> {
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  return formatVisitNumber(row!.seq)
}

describe('the visits of a member', () => {
  test('are listed newest first, without those of others', async () => {
    const user = await member()
    const [old, first, second] = [await aged(user, 3), await aged(user, 1), await click(user)]
    await click(await member())
    expect(await listIds(user, 'current')).toEqual([second, first, old])
    expect(await listMemberVisits(await member())).toEqual({ items: [], page: 1, pages: 0, total: 0 })
  })

  test('without an order fold away after 14 days and are gone after a year', async () => {
    const user = await member()
    const [recent, quiet] = [await aged(user, 13), await aged(user, 15)]
    await aged(user, 367)
    expect(await listIds(user, 'current')).toEqual([recent])
    expect(await listIds(user, 'no-order')).toEqual([quiet])
    expect(await listIds(user, 'all')).toEqual([recent, quiet])
  })

  test('a visit of any age is listed again after a late report', async () => {
    const user = await member()
    const [quiet, ancient] = [await aged(user, 40), await aged(user, 85)]
    for (const id of [quiet, ancient]) expect(await sell(id, 'pending')).toBe('applied')
    for (const part of ['current', 'all'] as const)
      expect(await listIds(user, part)).toEqual([quiet, ancient])
    expect(await listIds(user, 'no-order')).toEqual([])
  })

  test('have a page each of the given size', async () => {
    const user = await member()
    const all = []
    for (let days = 4; days >= 0; days--) all.unshift(await aged(user, days))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listMemberVisits(user, { page, limit: 2 })))
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
      all.slice(0, 2),
      all.slice(2, 4),
      all.slice(4),
      [],
    ])
    expect(pages.map(({ total, pages: count }) => [total, count])).toEqual(Array(4).fill([5, 3]))
  })

  test('include the clicks that the sign-up claimed', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    const made = await recordClick(id, { userId: null, address: '192.0.2.77', agent: 'x' })
    if (!made.ok) throw new Error(made.reason)
    const user = await member()
    await claimGuestClicks(user, [made.clickId])
    expect(await listIds(user, 'current')).toEqual([made.clickId])
    expect(await findMemberVisit(user, made.visit.number)).toMatchObject({ id: made.clickId })
    expect(await findMemberVisit(9, made.visit.number)).toBeNull()
  })

  test('show each of several sales with its state, order and reports', async () => {
    const user = await member()
    const offer = await makeOffer()
    const id = await clickOn(offer, user)
    await sell(id, 'pending', 'first')
    await sell(id, 'approved', 'first')
    await sell(id, 'approved', 'first')
    await sell(id, 'pending', 'second', '500')
    await sell(id, 'rejected', 'second', '500')
    const [visit] = (await listMemberVisits(user)).items
    expect(visit!.sales).toMatchObject([
      { state: 'withdrawable', amount: 1000_00n, cashback: 50_00n, dates: { declined: null } },
      { state: 'declined', amount: 500_00n, cashback: 0n, dates: { confirmed: null, withdrawable: null } },
    ])
    expect(visit!.sales.map(({ reports }) => reports.map((one) => one.report))).toEqual([
      ['pending', 'approved'],
      ['pending', 'rejected'],
    ])
  })
})

describe('a visit by its number', () => {
  test('has the rate, cap and terms of the click, whatever the offer says today', async () => {
    const user = await member()
    const offer = await makeOffer({ kpi_html: '<p>As then</p>', cap_paise: 500_00n })
    const made = await recordClick(offer.id, { userId: user, address: '192.0.2.78', agent: 'x' })
    if (!made.ok) throw new Error(made.reason)
    await db.execute(sql`
      UPDATE campaigns SET kpi_html = '<p>As now</p>', cap_paise = 1, payout_hundredths = 1 WHERE id = ${offer.id}`)
    expect(await findMemberVisit(user, made.visit.number.toLowerCase())).toMatchObject({
      payout_hundredths: 500n,
      cap_paise: 500_00n,
      termsHtml: '<p>As then</p>',
      sales: [],
    })
  })

  test('is null for another person’s, an unknown and a malformed number', async () => {
    const [user, other] = [await member(), await member()]
    const number = await readNumber(await click(user))
    expect(await findMemberVisit(user, number)).toMatchObject({ number, termsHtml: null })
    for (const text of [formatVisitNumber(900_000_000), 'DV-', '1', 'DV-ÄÖÜ12345', "'; --"])
      expect(await findMemberVisit(user, text)).toBeNull()
    expect(await findMemberVisit(other, number)).toBeNull()
  })
})
