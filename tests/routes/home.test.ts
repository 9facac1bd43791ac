import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { subscriptions } from '~/platform/db/schema/notifications'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor, origin } from '../support/app'
import { signedIn } from '../support/people'
import { collectQueries } from '../support/queries'
import { earn } from '../wallet/support'

const guest = newVisitor()
const count = (body: string, part: RegExp) => [...body.matchAll(part)].length

beforeAll(async () => {
  const { id: brand_id } = await addStore({ name: 'Kavya Kitchen' })
  for (let n = 1; n <= 63; n++)
    await addOffer({ brand_id, title: `Deal ${n}`, rank: n, code: n % 5 ? null : `CODE${n}` })
})

describe('head of the home page', () => {
  test('has title, description, canonical link and picture', async () => {
    const { body } = await guest.get('/?show=deals')
    expect(body).toContain('<title>DealDwaar: Your Gateway to Great Deals</title>')
    expect(body).toMatch(/<meta name="description" content="Coupons, offers and cashback [^"]+"\/>/)
    expect(body).toContain(`<link rel="canonical" href="${origin}/"/>`)
    expect(body).toContain(`<meta property="og:image" content="${origin}/og.png"/>`)
  })
  test('has structured data of the site', async () => {
    const { body } = await guest.get('/')
    const found = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    expect(found).toHaveLength(1)
    expect(JSON.parse(found[0]![1]!)).toMatchObject({
      '@type': 'Organization',
      name: 'DealDwaar',
      url: `${origin}/`,
    })
  })
})

test('the home page takes at most four queries, including its frame', async () => {
  const queries = await collectQueries(() => guest.get('/?show=deals&show=stores&show=coupons'))
  expect(queries.length).toBeGreaterThan(1)
  expect(queries.length).toBeLessThanOrEqual(4)
})

describe('home page lists', () => {
  test('have 10 deals and 6 coupons, expandable, with an anchor at each list', async () => {
    const few = await guest.get('/')
    expect(count(few.body, /View Deal: /g)).toBe(10)
    expect(count(few.body, /View Coupon: /g)).toBe(6)
    expect(few.body).toContain('href="/?show=deals#deals"')
    const all = await guest.get('/?show=deals&show=coupons')
    expect(count(all.body, /View Deal: /g)).toBe(51)
    expect(count(all.body, /View Coupon: /g)).toBe(6)
    expect(all.body).toContain('href="/?show=coupons#deals"')
    expect(all.headers.get('Cache-Control')).toMatch(/^public/)
  })
  test('have no Show More without more items, and no empty blocks', async () => {
    const { text } = await guest.get('/')
    expect(text).not.toContain('Show More: Popular Stores')
    expect(text).not.toContain('Flash Sale')
    expect(text).not.toContain('What Our Customers Say')
  })
})

test('home begins with the balance of a member, and with the tagline for a guest', async () => {
  const { id, visitor } = await signedIn()
  await earn(id, 778_62n)
  const { text } = await visitor.get('/')
  expect(text).toMatch(
    /Hello, \S+\s+You can withdraw now\s+Rs\. 778\.62\s+Pending\s+Rs\. 0\.00\s+On its way to you\s+Rs\. 0\.00\s+Paid to you\s+Rs\. 0\.00\s+Redeem\s+Wallet/,
  )
  expect(text).not.toContain('Shop through DealDwaar')
  expect((await guest.get('/')).text).toContain('Shop through DealDwaar')
})

describe('newsletter form', () => {
  beforeEach(async () => {
    await db.delete(subscriptions)
  })
  const send = async (fields: Record<string, string>) => {
    const visitor = newVisitor()
    const answer = await visitor.post('/newsletter', { from: '/Flexpage', ...fields })
    return { answer, page: await visitor.follow(answer) }
  }
  const stored = () => db.select().from(subscriptions)

  test('returns to the form with the confirmation below it', async () => {
    const { answer, page } = await send({ email: ' Asha@Example.IN ' })
    expect([answer.status, answer.location]).toEqual([303, '/Flexpage#newsletter'])
    expect(page.text).toContain('Thank you! You are subscribed.')
    expect(page.body.indexOf('You are subscribed.')).toBeGreaterThan(page.body.indexOf('id="newsletter"'))
    expect(page.body).not.toContain('class="page-width notice-bar"')
  })
  test('accepts a repeated subscription', async () => {
    await send({ email: 'asha@example.in' })
    expect((await send({ email: 'ASHA@example.in' })).page.text).toContain('Thank you! You are subscribed.')
    expect(await stored()).toHaveLength(1)
  })
  test.each(['', 'asha', 'a b@c.in', '@c.in'])('refuses the address %j', async (email) => {
    const { answer, page } = await send({ email })
    expect(answer.location).toBe('/Flexpage#newsletter')
    expect(page.text).toContain('Please enter a valid email address.')
    expect(page.body).toContain(`value="${email}"`)
    expect(await stored()).toEqual([])
  })
  test('discards a submission that fills the hidden honeypot field', async () => {
    const { page } = await send({ email: 'bot@example.in', website: 'https://spam.example' })
    expect(page.text).toContain('Thank you! You are subscribed.')
    expect(page.body).toMatch(/<div class="sr-only" aria-hidden="true">.*?name="website" tabindex="-1"/)
    expect(page.body).not.toContain('spam.example')
    expect(await stored()).toEqual([])
  })
  test('reports a database failure', async () => {
    await db.execute('ALTER TABLE subscriptions RENAME TO subscriptions_away')
    const { page } = await send({ email: 'asha@example.in' })
    await db.execute('ALTER TABLE subscriptions_away RENAME TO subscriptions')
    expect(page.text).toContain('Failed to subscribe')
    expect(page.body).toContain('value="asha@example.in"')
  })

  test('the unsubscribe link asks first, and can be confirmed twice', async () => {
    await send({ email: 'asha@example.in' })
    const token = (await stored())[0]!.unsubscribe_token
    const visitor = newVisitor()
    const path = (await visitor.get(`/newsletter/unsubscribe/${token}`)).location!
    expect(path).toBe(`/unsubscribe/list-${token}`)
    const asked = await visitor.get(path)
    expect(asked.headers.get('Cache-Control')).toBe('private, no-store')
    expect(asked.text).toContain('Unsubscribe from these mails?')
    expect((await stored())[0]!.unsubscribed_at).toBeNull()

    expect((await visitor.post(path, {})).text).toContain('You will get no more of these mails.')
    const left = (await stored())[0]!.unsubscribed_at
    expect(left).toBeInstanceOf(Date)
    await visitor.post(path, {})
    expect((await stored())[0]!.unsubscribed_at).toEqual(left)
  })
  test('the unsubscribe form answers the same for every address', async () => {
    await send({ email: 'asha@example.in' })
    const path = '/newsletter/unsubscribe'
    const visitor = newVisitor()
    expect((await visitor.get('/')).body).toContain(`href="${path}"`)
    const form = await visitor.get(path)
    expect(form.text).toContain('Which address should we unsubscribe?')
    for (const email of ['nobody@example.in', 'asha@example.in', 'asha@example.in']) {
      const page = await visitor.follow(await visitor.post(path, { from: path, email }))
      expect(page.text).toContain('You are unsubscribed.')
    }
    expect(await stored()).toMatchObject([{ email: 'asha@example.in', unsubscribed_at: expect.any(Date) }])
    const refused = await visitor.follow(await visitor.post(path, { from: path, email: 'asha' }))
    expect(refused.text).toContain('Please enter a valid email address.')
  })
})
