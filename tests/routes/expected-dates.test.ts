/** Expected dates on a member's pages, and a store's facts on those of guests. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { feedback } from '~/platform/db/schema/editorial'
import { waitingTimes } from '~/platform/db/schema/waiting-times'
import { DAY_MS, formatDate } from '~/platform/formats/dates'
import { computeWaits } from '~/domain/tracking/waiting-times.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { rewrite } from '../support/rewrite'
import { clickOn, report, type Offer } from '../support/shop'
import { makeOffer } from '../wallet/support'

const PATH = '/Account/Visits'
const ago = (days: number) => sql`now() - make_interval(days => ${days})`
const day = (days: number) => formatDate(new Date(Date.now() + days * DAY_MS))

let offer: Offer

beforeAll(async () => {
  offer = await makeOffer({ payout_hundredths: 500n })
  const figures = { night: '2026-01-01', store_id: offer.brand_id, sales: 132, due: 10, kept: 9 }
  await db.insert(waitingTimes).values([
    { ...figures, step: 'track', p50_hours: 10, p90_hours: 48 },
    { ...figures, step: 'confirm', p50_hours: 40 * 24, p90_hours: 60 * 24 },
  ])
})

interface Life {
  /** Days ago. */
  visited: number
  tracked?: number
  facts?: Parameters<typeof makeOffer>[0]
}

/** Of a new member; by default at the store with figures. */
async function visit({ visited, tracked, facts }: Life) {
  const { visitor, id } = await signedIn()
  const click = await clickOn(facts ? await makeOffer(facts) : offer, id)
  if (tracked !== undefined) {
    await report('trackier', { click, sale: `E-${click}`, status: 'pending', amount: '1000' })
    await rewrite(sql`UPDATE conversions SET created_at = ${ago(tracked)} WHERE click_id = ${click}`)
  }
  const [row] = await db
    .update(clicks)
    .set({ created_at: ago(visited) })
    .where(eq(clicks.id, click))
    .returning({ seq: clicks.seq })
  const number = formatVisitNumber(row!.seq)
  const list = await visitor.get(PATH)
  const page = await visitor.get(`${PATH}/${number}`)
  const wallet = await visitor.get('/Account/Wallet')
  const words = ({ text }: { text: string }) => text.replace(/\s+/g, ' ')
  return {
    number,
    list: words(list),
    page: words(page),
    wallet: words(wallet),
    bodies: { list: list.body, wallet: wallet.body },
  }
}

describe('the next step of a visit', () => {
  test('is a date with its range on demand, in the list, on its page and in the wallet', async () => {
    const { list, page, wallet } = await visit({ visited: 11, tracked: 10 })
    expect(list).toContain(`expected by ${day(50)}`)
    expect(page).toContain(`Expected by ${day(50)}`)
    expect(page).toContain(`Half of all orders by ${day(30)}, nine of ten by ${day(50)}.`)
    expect(wallet).toContain(`expected by ${day(50)}`)
  })

  test('is later than usual when its date has passed', async () => {
    const { list, page, wallet, bodies, number } = await visit({ visited: 62, tracked: 61 })
    expect(list).toContain('later than usual: ask us')
    expect(page).toContain('Later than usual')
    expect(wallet).toContain('later than usual: ask us')
    const ask = `href="/Account/Claims/new?visit=${number}"`
    for (const body of [bodies.list, bodies.wallet]) expect(body).toContain(ask)
  })

  test('of a visit without an order is its tracking, which is not called late in the list', async () => {
    const ahead = await visit({ visited: 1 })
    expect(ahead.list).toContain(`Visited, should track by ${day(1)}`)
    expect(ahead.page).toContain(`If you ordered, it should show here by ${day(1)}`)
    const late = await visit({ visited: 4 })
    expect(late.list).not.toContain('later than usual')
    expect(late.page).toContain('Not tracked yet, which is later than usual')
    expect((await visit({ visited: 15 })).page).not.toContain('later than usual')
  })

  test('is an estimate where only the operator has said it, and left out where nobody has', async () => {
    const network = 'tune'
    const unknown = await visit({ visited: 1, facts: { network } })
    expect(unknown.list).not.toContain('track by')
    const { id, brand_id } = await makeOffer({ network })
    await db.execute(sql`UPDATE brands SET tracks_in_hours = 72 WHERE id = ${brand_id}`)
    const { visitor, id: userId } = await signedIn()
    const click = await clickOn({ ...offer, id }, userId)
    const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, click))
    const { text } = await visitor.get(`${PATH}/${formatVisitNumber(row!.seq)}`)
    expect(text).toContain(`By ${day(3)} is an estimate`)
  })
})

test('the next date of all pending purchases is the earliest, however many newer ones there are', async () => {
  const { visitor, id } = await signedIn()
  const quick = await makeOffer({ payout_hundredths: 500n })
  await db.execute(sql`UPDATE brands SET confirms_in_days = 20 WHERE id = ${quick.brand_id}`)
  const bring = async (where: Offer, tracked: number) => {
    const click = await clickOn(where, id)
    await report('trackier', { click, sale: `N-${click}`, status: 'pending', amount: '1000' })
    await rewrite(sql`UPDATE conversions SET created_at = ${ago(tracked)} WHERE click_id = ${click}`)
  }
  await bring(offer, 70)
  await bring(offer, 58)
  await bring(quick, 21)
  await bring(quick, 13)
  for (let n = 0; n < 11; n++) await bring(offer, n)
  for (const path of [PATH, '/Account/Wallet', '/'])
    expect((await visitor.get(path)).text).toContain(`next expected by ${day(2)}`)
})

describe('the facts of a store', () => {
  const guest = newVisitor()

  test('have labels on its page and are in one line under Get Deal, with the number of orders', async () => {
    const [store] = await db.execute<{ coupon_code: string }>(
      sql`UPDATE brands SET app_orders = false WHERE id = ${offer.brand_id} RETURNING coupon_code`,
    )
    const { text } = await guest.get(`/Offers/${store!.coupon_code}`)
    expect(text).toContain(
      'Shows here\nwithin 48 hours\nConfirmed\nin about 40 days\nApp orders\nno cashback',
    )
    expect(text).toContain(
      'Our record with this store\nOrders counted\n132\n9 of 10 tracked orders shown\nwithin 48 hours\nHalf were decided\nwithin 40 days',
    )
    for (const path of [`/CouponsDetails/${offer.slug}`, `/CouponCode/${offer.slug}`]) {
      const { body } = await guest.get(path)
      expect(body).toContain(
        '<ul class="facts-line"><li>Shows within 48 hours</li><li>Confirms in about 40 days (132 orders)</li><li>No cashback on app orders</li></ul>',
      )
    }
  })

  test('are left out where nothing is known, and under an offer without cashback', async () => {
    const nothing = await makeOffer()
    expect((await guest.get(`/CouponsDetails/${nothing.slug}`)).body).not.toContain('facts-line"')
    const unpaid = await makeOffer({ payout_hundredths: null, brand_id: offer.brand_id })
    expect((await guest.get(`/CouponsDetails/${unpaid.slug}`)).body).not.toContain('facts-line"')
  })

  test('are Spanish on a Spanish offer', async () => {
    const spanish = await makeOffer({ locale: 'es', brand_id: offer.brand_id })
    expect((await guest.get(`/CouponsDetails/${spanish.slug}`)).text).toContain('Se registra en 48 h')
  })

  // Last, because the night that it computes hides the figures above.
  test('say what a rejection ends, too, and count the votes on its codes', async () => {
    const shop = await makeOffer({ code: 'MOSTLY10' })
    await db.execute(sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, currency, visitor_hash, created_at)
      SELECT 'rejected' || n, 9, ${shop.id}::bigint, 'awin', 'percentage', 'Rs.', 'v', ${ago(50)} - interval '1 day'
        FROM generate_series(1, 40) n`)
    await db.execute(sql`
      INSERT INTO conversions (network, external_id, click_id, user_id, campaign_id, status, created_at, updated_at)
      SELECT 'awin', id, id, 9, campaign_id, CASE WHEN id LIKE '%0' THEN 'approved' ELSE 'rejected' END, ${ago(50)}, ${ago(40)}
        FROM clicks WHERE id LIKE 'rejected%'`)
    for (const vote of ['yes', 'no', 'no'] as const) {
      const { id } = await signedIn()
      await db.insert(feedback).values({ user_id: id, campaign_id: shop.id, vote, has_click: true })
    }
    await computeWaits()
    const [store] = await db.execute<{ coupon_code: string }>(
      sql`SELECT coupon_code FROM brands WHERE id = ${shop.brand_id}`,
    )
    const { text } = await guest.get(`/Offers/${store!.coupon_code}`)
    expect(text).toContain('Orders counted\n40\n9 of 10 tracked orders shown\nwithin 36 hours')
    expect(text).toContain('Half were decided\nwithin 10 days\nCodes worked\n1 of 3 times')
    expect(text).not.toContain('were confirmed')
  })
})
