/** The page of a pasted product, and Get Deal to it: what it shows, what it refuses, and what an attacker could gain. */
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addStoreHost, listUnknownHosts, sealProduct } from '~/domain/catalog/product-links.server'
import { listZeroResults } from '~/domain/catalog/zero-results.server'
import { db } from '~/platform/db/client.server'
import { campaigns, type brands } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { missedSearches } from '~/platform/db/schema/search'
import { accountMessages } from '~/messages/account'
import { catalogMessages } from '~/messages/catalog'
import { addStore, addOffer, day } from '../support/catalogue'
import { newVisitor, origin, type Answer } from '../support/app'
import { signedIn } from '../support/people'

let serial = 0

async function shop(
  facts: Partial<typeof campaigns.$inferInsert> = {},
  storeFacts: Partial<typeof brands.$inferInsert> = {},
) {
  const host = `link-${++serial}.example`
  const store = await addStore({
    name: `Link Shop ${serial}`,
    store_url: `https://www.${host}/`,
    ...storeFacts,
  })
  const offer = await addOffer({ brand_id: store.id, payout_hundredths: 400n, ...facts })
  return { host, store, offer, product: `https://www.${host}/p/7?size=L` }
}

const page = (text: string) => `/Link?${new URLSearchParams({ url: text })}`

const findDeal = ({ body }: Answer, offer: number) =>
  new RegExp(`href="(/out/${offer}\\?to=[\\w-]+)"`).exec(body)?.[1] ?? 'none'

const listClicks = (offerId: number) => db.select().from(clicks).where(eq(clicks.campaign_id, offerId))

describe('/Link', () => {
  test('is private, in no index, and has a field and three sentences how', async () => {
    const answer = await newVisitor().get('/Link')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
    expect(answer.body).not.toContain('rel="canonical"')
    expect(answer.text).toContain('Address of the product')
    expect(answer.text).toMatch(
      /Copy the address of a product in the shop’s app or on its page\.\s+Paste it here, or into the search at the top\.\s+Press Get Deal: the shop opens, usually at your product, and your visit is tracked\./,
    )
  })

  test('shows the store, the rate of today with cap, dates and terms, its codes, and Get Deal to the product', async () => {
    const { store, offer, product } = await shop({
      cap_paise: 500_00n,
      ends_at: day(9),
      kpi_html: '<p>New ones only.</p>',
    })
    await addOffer({ brand_id: store.id, code: 'LAMP10', title: 'A code of the shop' })
    const { visitor } = await signedIn()
    const shared = await visitor.get(`${page(`Look! ${product}&utm_source=app`)}&dialog=none`)
    expect([shared.status, shared.location]).toEqual([302, `${page(product)}&dialog=none`])
    expect(shared.headers.get('Cache-Control')).toBe('private, no-store')
    const answer = await visitor.follow(shared)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    for (const text of [
      `Your product at ${store.name}`,
      product.replace('https://', ''),
      'Today 4.00%, locked when you press Get Deal',
      'up to Rs. 500.00 a sale',
      'Until ',
      'New ones only.',
      `Codes of ${store.name}`,
      'A code of the shop',
      'Cashback with this code: not known',
    ])
      expect(answer.text).toContain(text)
    expect(answer.text).not.toContain('Order in this browser')
    const away = await visitor.get(findDeal(answer, offer.id))
    expect(away.status).toBe(302)
    const to = new URL(away.location!)
    expect([to.origin, to.pathname, to.searchParams.get('url')]).toEqual([origin, '/demo/store', product])
    expect(await listClicks(offer.id)).toMatchObject([{ to_product: true, payout_hundredths: 400n }])
    expect((await visitor.get(page(product))).text).toMatch(/Visit recorded .+, 4\.00% locked/)
  })

  test.each([
    ['x'.repeat(1501), 'This is too long. Paste only the address, up to 1,500 characters.'],
    ['javascript:alert(1)', 'We found no address of a shop in this text.'],
    ['voltwala://p/1', 'Open it and copy the address of the page.'],
    ['https://bit.ly/x', 'We cannot see where this short link leads.'],
    ['https://www.awin1.com/cread.php?ued=x', 'This address may lead to another site.'],
    ['https://127.0.0.1/p', 'This is not the address of a shop'],
    ['https://vоltwala.example/p', 'We do not have this store yet: xn--vltwala-'],
  ])('%.40j is refused at the field, and what was pasted stays', async (text, sentence) => {
    const answer = await newVisitor().get(page(text))
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(sentence)
    expect(answer.body).toMatch(/aria-invalid="true"[^>]*>/)
    expect(answer.body).toContain(`value="${text.replaceAll('&', '&amp;')}"`)
    expect(answer.body).not.toContain('/out/')
  })

  test.each<[string, Parameters<typeof shop>[0]]>([
    ['offers have ended', { ends_at: day(-1) }],
    ['only offer is for one product', { type: 'product' }],
  ])('a store whose %s has a sentence and a way to its page', async (_, facts) => {
    const { store, product } = await shop(facts)
    const answer = await newVisitor().get(page(product))
    expect(answer.text).toContain(`${store.name} has no cashback offer for pasted products right now.`)
    expect(answer.text).toContain(`All offers of ${store.name}`)
    expect(answer.body).not.toContain('/out/')
  })

  test('an unknown store can be asked for; its host is counted without the address', async () => {
    const visitor = newVisitor()
    const at = page('https://www.unheard-of.example/p/secret?id=7')
    const answer = await visitor.get(at)
    expect(answer.text).toContain('We do not have this store yet: www.unheard-of.example')
    expect(answer.text).toContain('Ask for this store')
    await visitor.request(at, { method: 'HEAD' })
    await visitor.get(at, { 'Sec-Purpose': 'prefetch' })
    expect(await listUnknownHosts(90, 100)).toContainEqual(
      expect.objectContaining({ host: 'unheard-of.example', times: 1 }),
    )
    const asked = await visitor.post('/ask-for-store', { from: at, store: 'unheard-of.example' })
    expect([asked.status, asked.location]).toEqual([303, at])
    expect((await visitor.follow(asked)).text).toContain('Thank you, we have noted unheard-of.example.')
  })

  test('several stores of a host are a choice', async () => {
    const { host, store } = await shop()
    const other = await addStore({ name: 'The Other Shop', store_url: `https://${host}/other` })
    const theirs = await addOffer({ brand_id: other.id })
    const visitor = newVisitor()
    const choice = await visitor.get(page(`https://${host}/p`))
    expect(choice.text).toContain(`Several stores sell at ${host}. Which one is it?`)
    expect(choice.text).toContain(store.name)
    const chosen = await visitor.get(`${page(`https://${host}/p`)}&store=${other.coupon_code}`)
    expect(choice.body).toContain(`&amp;store=${other.coupon_code}`)
    const refused = await visitor.get(findDeal(chosen, theirs.id))
    const back = `${page(`https://${host}/p`)}&store=${other.coupon_code}`
    expect([refused.status, refused.location]).toEqual([303, back])
    expect(findDeal(await visitor.follow(refused), theirs.id)).not.toBe('none')
    const old = sealProduct(
      {
        offer: theirs.id,
        target: `https://${host}/p`,
        shown: { payout_hundredths: 0n, payout_model: 'percentage', currency: 'Rs.', cap_paise: null },
      },
      Date.now() - 3 * 3_600_000,
    )
    expect((await visitor.get(`/out/${theirs.id}?to=${old}`)).location).toBe(back)
  })

  test('a code of an offer without cashback shows only that it ends cashback', async () => {
    const { store, product } = await shop()
    const said = {
      brand_id: store.id,
      payout_hundredths: null,
      keeps_source: 'feed',
      keeps_since: '2026-11-21',
    }
    await addOffer({ ...said, code: 'YES1', title: 'First code', keeps_cashback: true })
    const { text } = await newVisitor().get(page(product))
    expect(text).toContain('First code')
    expect(text).not.toContain(catalogMessages.keepsCashback.yes)
    await addOffer({ ...said, code: 'NO1', keeps_cashback: false })
    expect((await newVisitor().get(page(product))).text).toContain(catalogMessages.keepsCashback.no)
  })

  test('shows the best five of all codes, by whether they keep the cashback', async () => {
    const { store, product } = await shop()
    for (let i = 0; i < 6; i++) await addOffer({ brand_id: store.id, code: `C${i}` })
    const said = { keeps_cashback: true, keeps_source: 'feed', keeps_since: '2026-11-21' }
    await addOffer({ brand_id: store.id, code: 'LAST', title: 'The one that keeps it', ...said })
    expect((await newVisitor().get(page(product))).text).toContain('The one that keeps it')
  })

  test('rates for certain goods are up to five, each with its Get Deal', async () => {
    const { store, offer, product } = await shop({ rate_for: 'Phones' })
    const other = await addOffer({
      brand_id: store.id,
      rate_for: 'Cables',
      payout_hundredths: 900n,
      kpi_html: '<p>Copper only.</p>',
      product_links: false,
    })
    const { visitor } = await signedIn()
    const answer = await visitor.get(page(product))
    expect(answer.text).toMatch(/What are you buying\?\s+Phones\s+Today 4\.00%[\s\S]*Cables\s+Today 9\.00%/)
    expect(answer.text).toMatch(/Cables[\s\S]*Get Deal opens the start page[\s\S]*Terms[\s\S]*Copper only\./)
    expect(answer.text.match(/Get Deal opens the start page/g)).toHaveLength(1)
    for (const { id } of [offer, other]) expect((await visitor.get(findDeal(answer, id))).status).toBe(302)
  })

  test('a store’s only rate for certain goods says which, before Get Deal', async () => {
    const { offer, product } = await shop({ rate_for: 'Phones' })
    const { visitor } = await signedIn()
    const { body, text } = await visitor.get(page(product))
    const sentence = 'This rate is only for: Phones. Other orders may get none.'
    expect(text).toContain(sentence)
    expect(body.indexOf(sentence)).toBeLessThan(body.indexOf(`href="/out/${offer.id}`))
  })

  test('says that app orders may not count, and that the start page opens where the network takes no product', async () => {
    const { store, offer, product } = await shop({ product_links: false }, { app_orders: false })
    const { visitor } = await signedIn()
    const answer = await visitor.get(page(product))
    const deal = answer.body.indexOf('href="/out/')
    for (const text of [
      'Order in this browser: orders in the shop’s app may not count.',
      `Get Deal opens the start page of ${store.name}, because this offer has no links to products.`,
    ])
      expect(answer.text).toContain(text)
    for (const text of ['Order in this browser', 'Get Deal opens the start page'])
      expect(answer.body.indexOf(text)).toBeLessThan(deal)
    const away = await visitor.get(findDeal(answer, offer.id))
    expect(new URL(away.location!).searchParams.has('url')).toBe(false)
    expect(await listClicks(offer.id)).toMatchObject([{ to_product: false }])
  })

  test('what a phone shares is read from its text, whichever field it is in', async () => {
    const { store, product } = await shop()
    const ways: Record<string, string>[] = [
      { title: 'A lamp', text: `A lamp I like ${product}` },
      { text: 'nothing', url: product },
      { title: product, text: '', url: '' },
    ]
    for (const shared of ways) {
      const visitor = newVisitor()
      const answer = await visitor.follow(await visitor.get(`/Link?${new URLSearchParams(shared)}`))
      expect(answer.text).toContain(store.name)
    }
  })
})

describe('the search of the header', () => {
  const search = (q: string) => `/CouponFilters/All?${new URLSearchParams({ q })}`

  test('leads a text with an address to the product, and neither stores nor suggests it', async () => {
    const { product } = await shop()
    for (const q of [
      product,
      `see ${product}`,
      `https://none.example/${'x'.repeat(200)}`,
      `www.none.example/${'x'.repeat(80)}`,
    ]) {
      const answer = await newVisitor().get(search(q))
      expect([answer.status, answer.location]).toEqual([302, page(q)])
      expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
      const suggested = await newVisitor().get(`/suggestions?${new URLSearchParams({ q })}`)
      expect(JSON.parse(suggested.body)).toEqual({ suggestions: [] })
    }
    expect((await listZeroResults(2, 100)).filter(({ words }) => words.includes('://'))).toEqual([])
    expect(
      await db
        .select()
        .from(missedSearches)
        .where(sql`words LIKE '%none.example%'`),
    ).toEqual([])
  })

  test('takes 1,501 characters, so that a longer text is refused and not cut', async () => {
    const { body } = await newVisitor().get('/Deals')
    expect(body).toContain('maxLength="1501"')
  })
})

describe('Get Deal to a product', () => {
  const shown = { payout_hundredths: 400n, payout_model: 'percentage', currency: 'Rs.', cap_paise: null }

  async function ready(facts: Partial<typeof campaigns.$inferInsert> = {}) {
    const found = await shop(facts)
    const { visitor } = await signedIn()
    const seal = (target: string, more: object = {}) =>
      `/out/${found.offer.id}?to=${sealProduct({ offer: found.offer.id, target, shown, ...more })}`
    return { ...found, visitor, seal }
  }

  test('records nothing for HEAD and prefetch', async () => {
    const { visitor, seal, product, offer } = await ready()
    for (const init of [{ method: 'HEAD' }, { headers: { 'Sec-Purpose': 'prefetch' } }]) {
      const answer = await visitor.request(seal(product), init)
      expect([answer.status, answer.location]).toEqual([204, null])
    }
    expect(await listClicks(offer.id)).toEqual([])
  })

  test('can be pressed again, as after Back', async () => {
    const { visitor, seal, product, offer } = await ready()
    const deal = seal(product)
    for (let i = 0; i < 2; i++) expect((await visitor.get(deal)).status).toBe(302)
    expect(await listClicks(offer.id)).toHaveLength(2)
  })

  test('a changed, foreign or doubled sealed product goes back to /Link, and nothing of it is used', async () => {
    const { visitor, seal, product, offer } = await ready()
    const other = await ready()
    const deal = seal(product)
    const foreign = sealProduct({ offer: other.offer.id, target: 'https://evil.example/', shown })
    const base = `/out/${offer.id}?to=`
    for (const url of [
      `${deal.slice(0, -2)}AA`,
      `${base}https://evil.example/`,
      base,
      base + foreign,
      `${deal}&to=${foreign}`,
      `${base}${'A'.repeat(3500)}`,
    ]) {
      const answer = await visitor.get(url)
      expect([answer.status, answer.location]).toEqual([303, '/Link'])
      expect((await visitor.follow(answer)).text).toContain('This link is not valid.')
    }
    expect(await listClicks(offer.id)).toEqual([])
  })

  test('an address of another store, or of one that lost its host, is refused even if it is sealed', async () => {
    const { visitor, seal, offer, product, host } = await ready()
    const { store: other, product: theirs } = await shop()
    for (const target of [theirs, 'https://evil.example/', `https://${host}.evil.example/p`]) {
      const answer = await visitor.get(seal(target))
      expect([answer.status, answer.location]).toEqual([303, page(target)])
    }
    await db.transaction((tx) => addStoreHost(host, other, tx))
    const answer = await visitor.get(seal(product))
    expect(answer.location).toBe(page(product))
    expect((await visitor.follow(answer)).text).toContain('This link is not valid.')
    expect(await listClicks(offer.id)).toEqual([])
  })

  test('an expired one goes back to its product with the rate of now', async () => {
    const { visitor, product, offer } = await ready()
    const old = sealProduct({ offer: offer.id, target: product, shown }, Date.now() - 2 * 3_600_000 - 1000)
    const answer = await visitor.get(`/out/${offer.id}?to=${old}`)
    expect([answer.status, answer.location]).toEqual([303, page(product)])
    const back = await visitor.follow(answer)
    expect(back.text).toContain('The link has expired after two hours.')
    expect(findDeal(back, offer.id)).not.toBe('none')
    expect(await listClicks(offer.id)).toEqual([])
  })

  test('no visit gets a lower rate or cap than the page showed; a higher one is taken', async () => {
    const { visitor, seal, product, offer } = await ready({ payout_hundredths: 300n })
    const set = (facts: Partial<typeof campaigns.$inferInsert>) =>
      db.update(campaigns).set(facts).where(eq(campaigns.id, offer.id))
    const refused = await visitor.get(seal(product))
    expect(refused.location).toBe(page(product))
    const back = await visitor.follow(refused)
    expect(back.text).toContain('The cashback has changed')
    expect(back.text).toContain('Today 3.00%')
    await set({ payout_hundredths: 400n, cap_paise: 100n })
    expect((await visitor.get(seal(product))).status).toBe(303)
    await set({ cap_paise: null, payout_model: 'flat' })
    expect((await visitor.get(seal(product))).status).toBe(303)
    expect(await listClicks(offer.id)).toEqual([])
    await set({ payout_model: 'percentage', payout_hundredths: 500n })
    expect((await visitor.get(seal(product))).status).toBe(302)
    expect(await listClicks(offer.id)).toMatchObject([{ payout_hundredths: 500n }])
  })

  test('a fall of the last five minutes does not refuse: the visit gets what was shown', async () => {
    const { visitor, seal, product, offer } = await ready()
    await db.update(campaigns).set({ payout_hundredths: 300n }).where(eq(campaigns.id, offer.id))
    expect((await visitor.get(seal(product))).status).toBe(302)
    expect(await listClicks(offer.id)).toMatchObject([{ payout_hundredths: 400n }])
  })

  test.each([
    ['a guest', {}, 'Login first to access this offer!'],
    ['an ended offer', { ends_at: day(-1) }, 'This offer has ended.'],
    ['a hidden offer', { hidden_at: day(-1) }, 'Coupon not found'],
    ['an offer without a link', { network: 'awin' }, 'Could not generate tracking link.'],
  ])('%s comes back to the product', async (who, facts, text) => {
    const { visitor, seal, product, offer } = await ready(facts)
    const caller = who === 'a guest' ? newVisitor() : visitor
    const answer = await caller.get(seal(product))
    expect([answer.status, answer.location]).toEqual([303, page(product)])
    expect((await caller.follow(answer)).text).toContain(text)
    expect(await listClicks(offer.id)).toEqual([])
  })

  test('an offer that is not there any more comes back to the product', async () => {
    const { visitor, product } = await ready()
    const to = sealProduct({ offer: 999_999_999, target: product, shown })
    const answer = await visitor.get(`/out/999999999?to=${to}`)
    expect([answer.status, answer.location]).toEqual([303, page(product)])
  })

  test('a guest’s visit where guests may go keeps what it locked for the page of products', async () => {
    const { product, offer } = await shop({ guest_clicks: true })
    const visitor = newVisitor()
    const away = await visitor.get(findDeal(await visitor.get(page(product)), offer.id))
    expect(away.status).toBe(302)
    expect(await listClicks(offer.id)).toMatchObject([{ user_id: 9, to_product: true }])
    const other = await shop({ guest_clicks: true })
    const elsewhere = newVisitor()
    elsewhere.cookies.set('flash', visitor.cookies.get('flash')!)
    expect((await elsewhere.get(page(other.product))).text).not.toMatch(/Visit recorded|within 7 days/)
    expect((await visitor.get(page(product))).text).toContain('Sign up in this browser within 7 days')
  })

  test('a text around the address is no part of what a sign-up comes back to', async () => {
    const { product, store } = await shop()
    const visitor = newVisitor()
    const shared = await visitor.get(page(`${'ल'.repeat(600)} ${product}`))
    expect([shared.status, shared.location]).toEqual([302, page(product)])
    const answer = await visitor.follow(shared)
    expect(answer.text).toContain(`Your product at ${store.name}`)
    const join = /href="(\/Link\?[^"]*dialog=sign-up)"/.exec(answer.body)![1]!.replaceAll('&amp;', '&')
    const form = await visitor.get(join)
    expect(form.body).toContain(
      `name="from" value="${`${page(product)}&dialog=sign-up`.replaceAll('&', '&amp;')}"`,
    )
  })

  test('a taken e-mail is said on a page with a long address, whose links do not fit into the cookie', async () => {
    const { product } = await shop()
    const email = 'taken.link@mail.example'
    await signedIn({ email })
    const from = `${page(`${product}&q=${'x'.repeat(1400)}`)}${'&y=1'.repeat(75)}&dialog=sign-up`
    expect(from.length).toBeGreaterThan(1750)
    const visitor = newVisitor()
    const answer = await visitor.post('/auth/sign-up', {
      from,
      username: 'Kavya Rao',
      phone_number: '9812345672',
      email,
      password: 'a quiet river at noon',
      agreeToTerms: 'on',
      referred_by: '',
    })
    expect(answer.location).toBe(from)
    const back = await visitor.follow(answer)
    expect(back.text).toContain(accountMessages.signUp.emailTaken.text)
    expect(back.body).toContain('value="Kavya Rao"')
  })

  test('a sign-up from the page, without scripts, ends at the same product with Get Deal', async () => {
    const { product, offer, store } = await shop()
    const long = `${product}&q=${'%E0%A4%B2'.repeat(130)}`
    const visitor = newVisitor()
    const guestPage = await visitor.get(page(long))
    const join = /href="(\/Link\?[^"]*dialog=sign-up)"/.exec(guestPage.body)![1]!.replaceAll('&amp;', '&')
    const form = await visitor.get(join)
    const from = /name="from" value="([^"]*dialog=sign-up)"/.exec(form.body)![1]!.replaceAll('&amp;', '&')
    expect(from.length).toBeGreaterThan(2000)
    const person = {
      username: 'Kavya Rao',
      phone_number: '9812345671',
      email: 'kavya.link@mail.example',
      password: 'a quiet river at noon',
      agreeToTerms: 'on',
      referred_by: '',
    }
    const asked = await visitor.follow(await visitor.post('/auth/sign-up', { from, ...person }))
    const otp = /Your code is (\d{4})\./.exec(asked.text)![1]!
    const otpFrom = /name="from" value="([^"]*dialog=otp)"/.exec(asked.body)![1]!.replaceAll('&amp;', '&')
    const done = await visitor.post('/auth/otp', { from: otpFrom, otp })
    expect(new URL(done.location!, origin).searchParams.get('url')).toBe(long)
    const member = await visitor.follow(done)
    expect(member.text).toContain(`Your product at ${store.name}`)
    expect((await visitor.get(findDeal(member, offer.id))).status).toBe(302)
    const [click] = await db
      .select()
      .from(clicks)
      .where(eq(clicks.campaign_id, offer.id))
      .orderBy(desc(clicks.seq))
    expect(click).toMatchObject({ to_product: true })
  })
})
