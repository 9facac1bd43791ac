import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { clickOn, report } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { makeOffer, typeCommands } from '../wallet/support'

const PATH = '/Account/Visits'

async function readNumber(clickId: string): Promise<string> {
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  return formatVisitNumber(row!.seq)
}

const age = (clickId: string, days: number) =>
  db
    .update(clicks)
    .set({ created_at: sql`now() - make_interval(days => ${days})` })
    .where(eq(clicks.id, clickId))

const sell = (click: string, status: string, sale: string) =>
  report('trackier', { click, sale, status, amount: '1000' })

/** A visit by Get Deal. */
async function visit(facts: Parameters<typeof makeOffer>[0] = {}) {
  const { visitor, id } = await signedIn()
  const offer = await makeOffer(facts)
  const p1 = new URL((await visitor.get(`/out/${offer.id}`)).location!).searchParams.get('p1')!
  return { visitor, id, offer, p1, number: await readNumber(p1) }
}

describe('My Cashback', () => {
  test('shows a newcomer three steps and the way to all deals', async () => {
    const { visitor } = await signedIn()
    const { body, text, status, headers } = await visitor.get(PATH)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(body).toMatch(/<a [^>]*href="\/Deals"[^>]*>See All Deals<\/a>/)
    expect(body.match(/class="no-visits"[\s\S]*?<\/ol>/)![0].match(/<li/g)).toHaveLength(3)
    expect(text).toContain('Every visit to a store is listed here')
    expect(body).toMatch(/<meta name="robots" content="noindex"/)
    expect(body).not.toContain('No order seen')
  })

  test('names a visit at once, with its store, rate, cap and number', async () => {
    const { visitor, number, offer } = await visit({ cap_paise: 500_00n })
    const { body, text } = await visitor.get(PATH)
    expect(text).toContain('Your rate: 5.00%, up to Rs. 500.00 a sale')
    expect(text).toContain(offer.title)
    expect(body).toContain(`href="${PATH}/${number}"`)
    expect(body).toContain('class="visit-chip visit-chip-visited"')
    expect(body).toMatch(/aria-current="page"[^>]*>.*?My Cashback/)
  })

  test('says that an offer without a payout locks no cashback', async () => {
    const { visitor } = await visit({ payout_hundredths: null, cap_paise: 500_00n })
    const { text } = await visitor.get(PATH)
    expect(text).toContain('No cashback')
    expect(text).not.toContain('up to Rs. 500.00')
  })

  test('shows the state of each of several sales', async () => {
    const { visitor, id } = await signedIn()
    const click = await clickOn(await makeOffer(), id)
    await sell(click, 'approved', 'R1')
    await sell(click, 'pending', 'R2')
    await sell(click, 'rejected', 'R3')
    const { body } = await visitor.get(PATH)
    const chips = [...body.matchAll(/class="visit-chip visit-chip-(\w+)"/g)].map(([, state]) => state)
    expect(chips).toEqual(['withdrawable', 'tracked', 'declined'])
    expect(body.match(/class="visit-cashback/g)).toHaveLength(2)
  })

  test('folds visits without an order away, lists all of them, and shows one again after a report', async () => {
    const { visitor, id } = await signedIn()
    const offer = await makeOffer()
    const made: string[] = []
    for (let at = 0; at < 21; at++) {
      made.push(await clickOn(offer, id))
      await age(made[at]!, 20)
    }
    const { body, text } = await visitor.get(PATH)
    expect(text).toContain('You have visited no store in the last 14 days.')
    const folded = body.match(/<details class="no-order">[\s\S]*?<\/details>/)![0]
    expect(folded).not.toContain('open=""')
    expect(folded.match(/class="visit-row"/g)).toHaveLength(20)
    expect(body).toContain(`href="${PATH}?show=no-order"`)
    const all = await visitor.get(`${PATH}?show=no-order&page=2`)
    expect(all.body.match(/class="visit-row"/g)).toHaveLength(1)
    expect(all.text).toContain('most visits end without one')
    await sell(made[0]!, 'pending', 'R4')
    const again = await visitor.get(PATH)
    expect(again.body.split('<details class="no-order">')[0]).toContain(
      'class="visit-chip visit-chip-tracked"',
    )
    expect(again.text).not.toContain('You have visited no store')
  })

  test('says that a page beyond the last has no visits', async () => {
    const { visitor } = await visit()
    expect((await visitor.get(`${PATH}?page=9`)).text).toContain('No visits on this page.')
  })

  test('that cannot be read is an error with its text', async () => {
    const { visitor, number } = await visit()
    await db.execute(sql`ALTER TABLE conversions RENAME TO conversions_lost`)
    try {
      for (const path of [PATH, `${PATH}/${number}`]) {
        const { status, text } = await visitor.get(path)
        expect([status, text.includes('Failed to load your visits')]).toEqual([503, true])
      }
    } finally {
      await db.execute(sql`ALTER TABLE conversions_lost RENAME TO conversions`)
    }
  })
})

describe('a visit', () => {
  test('shows what was promised, with the terms at the click', async () => {
    const { visitor, number, offer } = await visit({
      kpi_html: '<ul><li>New customers only</li></ul>',
      cap_paise: 500_00n,
    })
    await db.execute(sql`UPDATE campaigns SET kpi_html = '<p>As now</p>' WHERE id = ${offer.id}`)
    const { body, text, headers } = await visitor.get(`${PATH}/${number}`)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(body).toMatch(/<meta name="robots" content="noindex"/)
    expect(body).toContain('<ul><li>New customers only</li></ul>')
    expect(text).toContain('5.00% cashback, locked at the visit')
    expect(text).toContain('Rs. 500.00')
    expect(text).toContain('The store has not reported an order for this visit.')
    expect(text).toContain('This page is your proof of the visit')
    expect(text).not.toContain('As now')
  })

  test('says where no terms were recorded', async () => {
    const { visitor, id } = await signedIn()
    const number = await readNumber(await clickOn(await makeOffer(), id))
    expect((await visitor.get(`${PATH}/${number}`)).text).toContain('Not recorded.')
  })

  test.each([
    ['pending', ['reported an order of Rs. 1,000.00.'], 'visit-step-tracked'],
    ['approved', ['reported an order', 'confirmed the order of Rs. 1,000.00.'], 'visit-step-withdrawable'],
    ['rejected', ['reported an order', 'declined the order.'], 'visit-step-declined'],
    [
      'reversed',
      ['confirmed the order', 'cancelled the order after it was confirmed'],
      'visit-step-declined',
    ],
  ])('with a sale that is %s says what the store reported', async (status, words, step) => {
    const { visitor, p1, number } = await visit()
    const reports = status === 'reversed' ? ['approved', 'rejected'] : ['pending', status]
    for (const word of new Set(reports)) await sell(p1, word, `${status}-${p1}`)
    const { body, text } = await visitor.get(`${PATH}/${number}`)
    for (const phrase of words) expect(text).toContain(phrase)
    expect(body).toContain(`class="visit-step ${step}"`)
    expect(body.match(/class="visit-step visit-step-ahead"/g)?.length ?? 0).toBe(status === 'pending' ? 2 : 0)
  })

  test('says of a declined order what was not credited, in the list, too', async () => {
    const { visitor, p1, number } = await visit({ cap_paise: 40_00n })
    for (const status of ['pending', 'rejected']) await sell(p1, status, `lost-${p1}`)
    expect((await visitor.get(`${PATH}/${number}`)).text).toMatch(
      /Declined,\s+\d+ \w+ \d{4}[^]*Cashback\s+Rs\. 40\.00, not credited/,
    )
    expect((await visitor.get(PATH)).text).toContain('Rs. 40.00, not credited')
  })

  test('is found in any case and without the dash', async () => {
    const { visitor, number } = await visit()
    const spelt = [number.toLowerCase(), number.replace('-', '')]
    for (const one of spelt) expect((await visitor.get(`${PATH}/${one}`)).status).toBe(200)
  })

  test('of another person, an unknown and a malformed number are the same 404', async () => {
    const { number } = await visit()
    const { visitor } = await signedIn()
    const answers = await Promise.all(
      [number, formatVisitNumber(800_000_000), 'DV-1', 'nonsense'].map((one) =>
        visitor.get(`${PATH}/${one}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const [first, ...others] = answers.map(({ text }) => text)
    expect(first).toContain('There is no such visit in your account.')
    expect(new Set(others)).toEqual(new Set([first]))
  })

  test('sends a guest to the home page', async () => {
    const { number } = await visit()
    const answer = await newVisitor().get(`${PATH}/${number}`)
    expect([answer.status, answer.location]).toEqual([302, '/'])
  })
})

describe('where the money is', () => {
  /** A member with a sale of Rs. 2,000 whose cashback is paid out. */
  async function startShopping() {
    const { visitor, id } = await signedIn()
    const sales: Record<string, { click: string; number: string }> = {}
    const shop = async (name: string, status: string, amount: string) => {
      const click = await clickOn(await makeOffer(), id)
      sales[name] = { click, number: await readNumber(click) }
      await report('trackier', { click, sale: `${name}-${click}`, status, amount })
    }
    await saveUpiDetails(id, { upi: `where${id}@okbank` })
    await shop('paid', 'approved', '2000')
    const first = await requestAmount(id, '100')
    await typeCommands('withdrawals')
    await approveWithdrawal(first)
    expect(await payWithdrawal(first, `WHERE00${id}`)).toMatchObject({ ok: true })
    return { visitor, id, sales, shop }
  }

  /** Sums and places of one life: a paid sale, one on its way, one in the wallet, one pending, one declined. */
  async function live() {
    const { visitor, id, sales, shop } = await startShopping()
    await shop('leaving', 'approved', '1000')
    await requestAmount(id, '50')
    await shop('here', 'approved', '500')
    await shop('waiting', 'pending', '400')
    await shop('gone', 'rejected', '400')
    return { visitor, sales }
  }

  test('is one set of sums on My Cashback, the wallet and home', async () => {
    const { visitor } = await live()
    const sums = [
      ['You can withdraw now', '25.00'],
      ['Pending', '20.00'],
      ['On its way to you', '50.00'],
      ['Paid to you', '100.00'],
    ] as const
    for (const path of [PATH, '/', '/Account/Wallet']) {
      const { text } = await visitor.get(path)
      for (const [name, amount] of sums) expect(text.replace(/\s+/g, ' ')).toContain(`${name} Rs. ${amount}`)
    }
  })

  test('is said of each visit, by the withdrawal that took it', async () => {
    const { visitor, sales } = await live()
    const places = {
      paid: /Paid out on \d+ \w+ \d{4}/,
      leaving: /On its way to you,\s+requested on \d+ \w+ \d{4}/,
      here: /Withdrawable\s+since \d+ \w+ \d{4}/,
      waiting: /Tracked,\s+\d+ \w+ \d{4}/,
      gone: /Declined,\s+\d+ \w+ \d{4}/,
    }
    const { text } = await visitor.get(PATH)
    for (const [name, place] of Object.entries(places)) {
      expect(text).toMatch(place)
      const page = await visitor.get(`${PATH}/${sales[name]!.number}`)
      expect(page.text).toMatch(place)
    }
    const paid = await visitor.get(`${PATH}/${sales.paid!.number}`)
    expect(paid.body).toMatch(/<h1[^>]*>Shop \d+: Rs\. 100\.00<\/h1>/)
    expect(paid.text).toContain(`Visit ${sales.paid!.number}`)
    expect(paid.text).toContain('What leaves your wallet is taken from the cashback that came first.')
  })

  test('is said of a sale whose cashback went into a debt', async () => {
    const { visitor, sales, shop } = await startShopping()
    const { click, number } = sales.paid!
    await report('trackier', { click, sale: `paid-${click}`, status: 'rejected', amount: '2000' })
    await shop('owed', 'approved', '600')
    const { text } = await visitor.get(`${PATH}/${sales.owed!.number}`)
    expect(text).toContain('Used for what you owed')
    expect((await visitor.get(`${PATH}/${number}`)).text).not.toContain('Used for what you owed')
  })
})

test('the page of an offer links to the visit after Get Deal, and the wallet to all visits', async () => {
  const { visitor, offer, number } = await visit()
  const { body } = await visitor.get(`/CouponsDetails/${offer.slug}`)
  expect(body).toMatch(new RegExp(`<a [^>]*href="${PATH}/${number}"[^>]*>Visit ${number}</a>`))
  expect((await visitor.get('/Account/Wallet')).body).toMatch(
    /<a [^>]*href="\/Account\/Visits"[^>]*>See each visit in My Cashback/,
  )
})
