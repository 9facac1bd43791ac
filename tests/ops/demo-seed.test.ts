import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkPassword } from '~/domain/accounts/passwords.server'
import { findUserByPhone } from '~/domain/accounts/users.server'
import { failsOften } from '~/domain/catalog/feedback'
import { readHomeLists } from '~/domain/catalog/home.server'
import { db } from '~/platform/db/client.server'
import { DAY_MS, timeForSheets } from '~/platform/formats/dates'
import { expectSale } from '~/domain/tracking/show-visit'
import { listMemberVisits } from '~/domain/tracking/member-visits.server'
import { recompute } from '~/domain/books/recompute.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { listDemoRows } from '../../ops/demo-feed'
import { demoPeople } from '../../environment/demo-people'
import { opsProcess } from './process'
import { ops, opsDone, type Answer } from './support'

const count = async (table: string) => {
  const [row] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${sql.identifier(table)}`)
  return row!.n
}

const TABLES =
  'campaigns brands users clicks conversions withdrawals ledger_transfers notifications claims flash_sales testimonials shortlinks seo_texts'.split(
    ' ',
  )
const countAll = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (t) => [t, await count(t)])))

let seeded: Answer
beforeAll(async () => {
  seeded = await ops('demo seed')
})

describe('demo seed', () => {
  test('prints the members who can sign in', () => {
    expect(seeded).toMatchObject({ code: 0, err: '' })
    for (const { phone_number, password, username } of demoPeople)
      expect(seeded.out).toMatch(new RegExp(`^${phone_number} +${password} +${username}$`, 'm'))
  })

  test('has at least 60 shops and 400 offers', async () => {
    expect(await count('brands')).toBeGreaterThanOrEqual(60)
    expect(await count('campaigns')).toBeGreaterThanOrEqual(400)
  })

  test('every one of the 17 categories has at least ten offers of three shops', async () => {
    const shelves = await db.execute<{ name: string; offers: number; shops: number }>(sql`
      SELECT name, count(DISTINCT m.id)::int AS offers, count(DISTINCT brand_id)::int AS shops
        FROM categories c LEFT JOIN campaigns m ON category_id = c.id AND hidden_at IS NULL
                                               AND (ends_at IS NULL OR ends_at > now())
       GROUP BY c.id`)
    expect(shelves).toHaveLength(17)
    expect(shelves.filter(({ offers, shops }) => offers < 10 || shops < 3)).toEqual([])
  })

  test('every offer has a category, a description and terms', async () => {
    const halves = await db.execute(sql`
      SELECT title FROM campaigns WHERE category_id IS NULL OR description_text = '' OR hidden_at IS NOT NULL
                                     OR kpi_html NOT LIKE '<ul><li>%'`)
    expect([...halves]).toEqual([])
  })

  test('no link leads to a real domain', async () => {
    const addresses = await db.execute<{ url: string }>(sql`
      SELECT url FROM campaigns UNION SELECT store_url FROM brands
       UNION SELECT tracking_url FROM campaigns WHERE tracking_url IS NOT NULL`)
    expect(addresses.length).toBeGreaterThan(460)
    for (const { url } of addresses) expect(url).toMatch(/^https:\/\/www\.[a-z]+\.example\//)
  })

  test('most shops have a small logo with their own name, a few have none', async () => {
    const brands = await db.execute<{ name: string; img: string | null }>(sql`SELECT name, img FROM brands`)
    const plain = brands.filter(({ img }) => img === null)
    expect(plain.length).toBeGreaterThan(0)
    expect(plain.length).toBeLessThan(brands.length / 10)
    const pictures = brands
      .filter(({ img }) => img !== null)
      .map(({ name, img }) => ({ name, text: fs.readFileSync(`public${img}`, 'utf8') }))
    expect(pictures.filter(({ text }) => Buffer.byteLength(text) >= 700)).toEqual([])
    for (const { name, text } of pictures)
      expect(text).toContain(`aria-label="${name.replace('&', '&amp;')}"`)
    expect(fs.readdirSync('public/logos')).toHaveLength(pictures.length)
  })

  test('no two offers have the same id, title, description or code', () => {
    const rows = listDemoRows(new Date())
    const repeated = (key: 'id' | 'title' | 'description' | 'code') => {
      const texts = rows.flatMap((row) => row[key] ?? [])
      return texts.filter((text, i) => texts.indexOf(text) !== i)
    }
    expect([
      ...repeated('id'),
      ...repeated('title'),
      ...repeated('description'),
      ...repeated('code'),
    ]).toEqual([])
  })

  test('has an offer of each kind that pages distinguish', async () => {
    const [kinds] = await db.execute(sql`
      SELECT count(*) FILTER (WHERE title = 'offer')::int AS offer,
             count(*) FILTER (WHERE locale = 'es' AND listed)::int AS spanish,
             count(*) FILTER (WHERE title = '7% off ferry bookings up to 100 EUR' AND ends_at < now())::int AS ferry,
             count(*) FILTER (WHERE guest_clicks)::int AS guests,
             count(*) FILTER (WHERE type = 'product')::int AS products,
             count(*) FILTER (WHERE payout_hundredths IS NULL)::int AS unpaid,
             count(*) FILTER (WHERE currency = 'EUR')::int AS "foreign",
             count(*) FILTER (WHERE cap_paise IS NOT NULL)::int AS capped,
             count(*) FILTER (WHERE ends_at < now())::int AS ended,
             count(*) FILTER (WHERE ends_at IS NULL)::int AS endless,
             count(*) FILTER (WHERE payout_model <> 'percentage' AND payout_hundredths > 0)::int AS flat,
             count(*) FILTER (WHERE code IS NULL)::int AS codeless,
             count(*) FILTER (WHERE payout_model = 'percentage')::int AS percentages,
             count(*) FILTER (WHERE logo_url IS NULL)::int AS plain
        FROM campaigns`)
    expect(kinds).toMatchObject({ offer: 1, spanish: 3, ferry: 1 })
    expect(Object.values(kinds!).filter((n) => Number(n) < 1)).toEqual([])
  })

  test('has a flash sale per weekday, testimonials that say Demo, and verified stores', async () => {
    const days = await db.execute<{ weekday: number }>(sql`SELECT weekday FROM flash_sales ORDER BY 1`)
    expect(days.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 6])
    const quotes = await db.execute<{ is_demo: boolean; body: string }>(
      sql`SELECT is_demo, body FROM testimonials`,
    )
    expect(quotes.length).toBeGreaterThan(0)
    for (const { is_demo, body } of quotes) expect([is_demo, body.includes('Demo')]).toEqual([true, false])
    const [brands] = await db.execute<{ verified: number; best: number }>(sql`
      SELECT 100 * count(verified_at) / count(*) AS verified,
             (SELECT count(verified_at) FROM (SELECT * FROM brands ORDER BY rank LIMIT 10) AS best) AS best FROM brands`)
    expect(Number(brands!.verified)).toBeGreaterThanOrEqual(75)
    expect(Number(brands!.verified)).toBeLessThanOrEqual(85)
    expect(Number(brands!.best)).toBe(10)
    const [link] = await db.execute<{ url: string }>(
      sql`SELECT url FROM shortlinks JOIN campaigns ON campaigns.id = campaign_id`,
    )
    expect(link!.url).toMatch(/^https:\/\/[\w.]+\.example\//)
  })

  test('of live offers 30 in 100 end within three weeks, on many days', async () => {
    const [row] = await db.execute<{ soon: number; days: number }>(sql`
      SELECT 100 * count(*) FILTER (WHERE ends_at < now() + interval '22 days') / count(*) AS soon,
             count(DISTINCT ends_at) FILTER (WHERE ends_at < now() + interval '22 days') AS days FROM campaigns WHERE listed`)
    expect(Number(row!.soon)).toBeGreaterThanOrEqual(28)
    expect(Number(row!.soon)).toBeLessThanOrEqual(35)
    expect(Number(row!.days)).toBeGreaterThanOrEqual(10)
    const later = listDemoRows(new Date('2026-11-01'), new Date('2027-06-01')).map((one) => one.ends_at)
    expect(
      later.filter((end) => end !== null && end > '2027-05-31' && end < '2027-06-25').length,
    ).toBeGreaterThan(100)
  })

  test('two codes in five have 5 to 60 votes, two of them fail often', async () => {
    const rows = await db.execute<{ tried: number; worked: number }>(sql`
      SELECT count(f.vote)::int AS tried, count(f.vote) FILTER (WHERE f.vote = 'yes')::int AS worked
        FROM campaigns c LEFT JOIN feedback f ON f.campaign_id = c.id WHERE c.listed AND c.code IS NOT NULL GROUP BY c.id`)
    const voted = rows.filter(({ tried }) => tried > 0)
    expect(voted.length / rows.length).toBeGreaterThanOrEqual(0.4)
    expect(voted.filter(({ tried }) => tried < 5 || tried > 60)).toEqual([])
    expect(voted.filter(({ tried, worked }) => failsOften(worked, tried))).toHaveLength(2)
  })

  test('the first ten popular deals come from several categories, and pay cashback in English', async () => {
    const { deals } = await readHomeLists()
    const kinds = await db.execute<{ name: string }>(sql`
      SELECT DISTINCT c.name FROM categories c JOIN campaigns m ON m.category_id = c.id
       WHERE m.id = ANY (${`{${deals.items.map(({ id }) => id).join(',')}}`}::bigint[])`)
    expect(deals.items).toHaveLength(10)
    expect(kinds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Fashion', 'Electronics', 'Food-&-Dining', 'Health-&-Beauty', 'Travel']),
    )
  })

  test('its members can sign in with the printed passwords, and one referred another', async () => {
    for (const { phone_number, password } of demoPeople) {
      const user = await findUserByPhone(`+91${phone_number}`)
      expect(await checkPassword(user!.password_hash, password)).toEqual({ right: true, outdated: false })
    }
    const [asha, ravi] = await Promise.all(demoPeople.map((p) => findUserByPhone(`+91${p.phone_number}`)))
    expect(ravi!.referred_by).toBe(asha!.id)
  })

  test('Asha has pending, confirmed and withdrawn money, and the books balance', async () => {
    const asha = await findUserByPhone(`+91${demoPeople[0].phone_number}`)
    // 5 % of 42,990, 8 % of 3,499 and 2.5 % of 6,480, 20 % of Ravi's 496, less 1,500 paid and 250 requested.
    expect(await readWallet(asha!.id)).toMatchObject({ available: 94_062n, pending: 55_006n })
    const paid = await db.execute(
      sql`SELECT status, amount_paise::int AS amount FROM withdrawals ORDER BY id`,
    )
    expect([...paid]).toEqual([
      { status: 'paid', amount: 1_50_000 },
      { status: 'requested', amount: 25_000 },
    ])
    expect(await findDefects()).toEqual([])
    expect(await recompute()).toMatchObject({ inherited: 0, notRecomputable: { count: 0 }, defects: [] })
  })

  test('Asha’s visits are of 90 days, at hours at which people shop, in every state', async () => {
    const asha = await findUserByPhone(`+91${demoPeople[0].phone_number}`)
    const [current, quiet] = await Promise.all(
      (['current', 'no-order'] as const).map((part) => listMemberVisits(asha!.id, { part })),
    )
    const visits = [...current!.items, ...quiet!.items]
    const states = visits.flatMap(({ sales }) => (sales.length ? sales.map(({ state }) => state) : 'visited'))
    for (const state of ['visited', 'tracked', 'confirmed', 'withdrawable', 'declined'])
      expect(states).toContain(state)
    expect(quiet!.total).toBeGreaterThan(0)
    const ages = visits.map(({ at }) => (Date.now() - at.getTime()) / DAY_MS)
    expect(Math.max(...ages)).toBeGreaterThan(80)
    expect(Math.min(...ages)).toBeLessThan(3)
    const hours = visits.map(({ at }) => Number(timeForSheets(at).slice(11, 13)))
    expect(hours.filter((hour) => hour < 7)).toEqual([])
    const expected = visits.flatMap((visit) => visit.sales.flatMap((sale) => expectSale(visit, sale) ?? []))
    expect(expected.map(({ isLate }) => isLate).toSorted()).toEqual([false, true])
  })

  test('Meera has a claim in each state', async () => {
    const states = await db.execute<{ state: string }>(sql`SELECT state FROM claims ORDER BY id`)
    expect(states.map(({ state }) => state)).toEqual(['credited', 'declined', 'answered', 'sent', 'received'])
  })

  test('Meera’s claims are of days after their visits, decided days later, and promised from their own day', async () => {
    const rows = await db.execute<{
      days: number
      thread: string
      promise: number
      credited: string | null
    }>(sql`
      SELECT extract(day FROM l.created_at - k.created_at)::int AS days, extract(day FROM l.answer_by - l.created_at)::int AS promise,
             (SELECT string_agg(m.step || ' ' || extract(day FROM now() - m.created_at), ', ' ORDER BY m.id)
                FROM claim_messages m WHERE m.claim_id = l.id) AS thread,
             (l.ended_at::date = v.created_at::date)::text AS credited
        FROM claims l JOIN clicks k ON k.id = l.click_id LEFT JOIN conversions v ON v.id = l.conversion_id ORDER BY l.id`)
    for (const { days, promise } of rows) {
      expect(days).toBeGreaterThanOrEqual(3)
      expect(promise).toBe(rows[0]!.promise)
    }
    const threads = rows.map(({ thread }) => thread.split(', ').map((step) => Number(step.split(' ')[1])))
    for (const thread of threads) expect(thread).toEqual(thread.toSorted((a, b) => b - a))
    expect(threads[0]![0]! - threads[0]!.at(-1)!).toBeGreaterThan(10)
    expect(threads.at(-1)![0]).toBeLessThan(3)
    expect(rows.map(({ credited }) => credited)).toEqual(['true', null, null, null, null])
  })

  test('a second run changes nothing', async () => {
    const before = [await countAll(), ...(await db.execute(sql`SELECT version FROM catalogue_version`))]
    expect((await ops('demo seed')).code).toBe(0)
    expect([await countAll(), ...(await db.execute(sql`SELECT version FROM catalogue_version`))]).toEqual(
      before,
    )
  })

  test('an interrupted run is completed by the next', async () => {
    await db.execute(sql`DELETE FROM flash_sales`)
    await ops('demo seed')
    expect(await count('flash_sales')).toBe(7)
  })

  test('flash-sale list marks today', async () => {
    const out = await opsDone('flash-sale list')
    for (const day of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
      expect(out).toContain(day)
    expect(out.match(/^today /gm)).toHaveLength(1)
  })

  test('is refused without --yes outside the demo', async () => {
    const env = { DATABASE_URL: process.env.EMBEDDED_DATABASE_URL!, ALLOW_DEMO_OTP: '1', HOLDING_DAYS: '30' }
    const { code, err } = await opsProcess('demo seed', { env })
    expect(code).toBe(1)
    expect(err).toContain('This is not a demo')
  })
})
