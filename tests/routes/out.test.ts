import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { makeOffer, member } from '../wallet/support'
import { newVisitor, origin } from '../support/app'
import { signInAs } from '../support/people'

const past = new Date(Date.now() - 3_600_000)

async function signedIn() {
  const userId = await member()
  return { userId, visitor: await signInAs(userId) }
}

const listClicks = (offerId: number) => db.select().from(clicks).where(eq(clicks.campaign_id, offerId))

describe('/out/{id}', () => {
  test('redirects a member to the store of the demo with the network’s campaign_id, pub_id and p1, and records the click', async () => {
    const { userId, visitor } = await signedIn()
    const { id, network_campaign_id } = await makeOffer()
    const answer = await visitor.get(`/out/${id}`)
    expect(answer.status).toBe(302)
    const [row] = await listClicks(id)
    expect(row).toMatchObject({ user_id: userId })
    const { origin: host, pathname, searchParams } = new URL(answer.location!)
    expect([host, pathname]).toEqual([origin, '/demo/store'])
    expect(Object.fromEntries(searchParams)).toEqual({
      campaign_id: network_campaign_id,
      pub_id: '1001',
      p1: row!.id,
    })
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Referrer-Policy')).toBeNull()
  })

  test('a member’s pages of the offer show when the visit was recorded and its rate', async () => {
    const { visitor } = await signedIn()
    const { id, slug } = await makeOffer({ payout_hundredths: 700n })
    const other = await makeOffer()
    const pages = ['CouponsDetails', 'CouponsGroup', 'CouponCode'].map((name) => `/${name}/${slug}`)
    for (const page of pages) {
      const { text } = await visitor.get(page)
      expect(text).not.toContain('Visit recorded')
      expect(text).toMatch(
        /Start with an empty cart\.\s*Pay in the same browser, in one visit\.\s*Switch your ad blocker off before you press Get Deal\./,
      )
    }
    await visitor.get(`/out/${id}`)
    // What the store pays from now on is not what the visit locked.
    await db.update(campaigns).set({ payout_hundredths: 900n }).where(eq(campaigns.id, id))
    for (const page of pages)
      expect((await visitor.get(page)).text).toMatch(
        /Visit recorded \d+ \w+ \d{4}, \d+:\d\d [ap]m, 7\.00% locked/,
      )
    for (const stranger of [newVisitor(), (await signedIn()).visitor])
      expect((await stranger.get(pages[0]!)).text).not.toContain('Visit recorded')
    expect((await visitor.get(`/CouponsDetails/${other.slug}`)).text).not.toContain('Visit recorded')
    await db
      .update(clicks)
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(clicks.campaign_id, id))
    expect((await visitor.get(pages[0]!)).text).not.toContain('Visit recorded')
  })

  test('returns a guest to the page with a warning, shown once, and records nothing', async () => {
    const visitor = newVisitor()
    const { id, slug } = await makeOffer()
    const answer = await visitor.get(`/out/${id}`)
    expect([answer.status, answer.location]).toEqual([303, `/CouponsDetails/${slug}`])
    const page = await visitor.follow(answer)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Oops... Please login')
    expect(page.text).toContain('Login first to access this offer!')
    for (const dialog of ['sign-in', 'sign-up'])
      expect(page.body).toContain(`href="/CouponsDetails/${slug}?dialog=${dialog}"`)
    expect((await visitor.get(`/CouponsDetails/${slug}`)).text).not.toContain('Oops... Please login')
    expect(await listClicks(id)).toEqual([])
  })

  test('accepts a guest’s click where the offer allows it', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    expect((await newVisitor().get(`/out/${id}`)).status).toBe(302)
    expect(await listClicks(id)).toMatchObject([{ user_id: 9 }])
  })

  test('a guest’s page of the offer shows once when the visit was recorded and its rate', async () => {
    const { id, slug } = await makeOffer({ guest_clicks: true, payout_hundredths: 700n })
    const visitor = newVisitor()
    await visitor.get(`/out/${id}`)
    expect((await visitor.get('/Deals')).text).not.toContain('Visit recorded')
    const page = `/CouponsDetails/${slug}`
    const told = await visitor.get(page)
    expect(told.text).toMatch(/Visit recorded \d+ \w+ \d{4}, \d+:\d\d [ap]m, 7\.00% locked/)
    expect(told.text).toContain('Sign up in this browser within 7 days, and the cashback is yours.')
    expect(told.headers.get('Cache-Control')).toBe('private, no-store')
    for (const who of [visitor, newVisitor()])
      expect((await who.get(page)).text).not.toContain('Visit recorded')
  })

  test.each([
    ['an ended offer', { ends_at: past }, 'This offer has ended.'],
    ['an offer without a link', { network: 'awin' }, 'Could not generate tracking link.'],
  ])('shows Click failed with the reason for %s', async (_, facts, text) => {
    const { visitor } = await signedIn()
    const { id } = await makeOffer(facts)
    const page = await visitor.follow(await visitor.get(`/out/${id}`))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Click failed')
    expect(page.text).toContain(text)
    expect(page.body).toContain('class="button button-primary" href="/Deals"')
    expect(await listClicks(id)).toEqual([])
  })

  test('refuses the 61st click of an hour and shows the minutes', async () => {
    const { visitor } = await signedIn()
    const { id } = await makeOffer()
    for (let i = 0; i < 60; i++) await visitor.get(`/out/${id}`)
    const page = await visitor.follow(await visitor.get(`/out/${id}`))
    expect(page.text).toContain('Click failed')
    expect(page.text).toMatch(/Too many attempts\. Please try again in \d+ minutes\./)
    expect(page.body).toContain('class="button button-primary" href="/Contactus"')
    expect(await listClicks(id)).toHaveLength(60)
  })

  test.each([
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { Purpose: 'prefetch' },
  ])('records nothing for a prefetch: %j', async (headers) => {
    const { visitor } = await signedIn()
    const { id } = await makeOffer()
    const answer = await visitor.get(`/out/${id}`, headers as unknown as HeadersInit)
    expect([answer.status, answer.location]).toEqual([204, null])
    expect(await listClicks(id)).toEqual([])
  })

  test('records nothing for HEAD', async () => {
    const { visitor } = await signedIn()
    const { id } = await makeOffer()
    expect((await visitor.request(`/out/${id}`, { method: 'HEAD' })).location).toBeNull()
    expect(await listClicks(id)).toEqual([])
  })

  test.each(['999999999', '0', 'abc', '1.5', '-1', '99999999999999999999'])(
    'answers 404 for %s',
    async (id) => {
      const answer = await newVisitor().get(`/out/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body).toContain('<h1>Coupon Not Found</h1>')
      expect(answer.text).toContain('Our Guidelines')
      // The scripts would look for a page at the browser's address, where there is none.
      expect(answer.body).not.toContain('__remixContext')
      expect((await newVisitor().get('/Aboutus')).body).toContain('__remixContext')
    },
  )

  test('ignores the query string', async () => {
    const { visitor } = await signedIn()
    const { id } = await makeOffer()
    const answer = await visitor.get(`/out/${id}?url=https://evil.example/&p1=mine`)
    expect(answer.location).not.toContain('evil')
    expect(new URL(answer.location!).searchParams.get('p1')).not.toBe('mine')
  })
})
