/** What people see while a table, or the whole database, cannot be read. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { addBrand, addCampaign } from '../catalog-pages/shelf'
import { newVisitor, startServers } from '../support/app'
import { signedIn } from '../support/people'
import { freePort } from '../../server/postgres'
import { textOf } from '../support/shown'
import { newWire } from '../support/wire'

let lost: string[] = []

async function lose(...tables: string[]) {
  for (const table of tables) await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_lost`))
  lost = tables
}

afterEach(async () => {
  for (const table of lost) await db.execute(sql.raw(`ALTER TABLE ${table}_lost RENAME TO ${table}`))
  lost = []
})

let open: { id: number; slug: string }

beforeAll(async () => {
  const brand = await addBrand({ coupon_code: 'KAVYA' })
  open = await addCampaign({ brand_id: brand.id, guest_clicks: true, code: 'SAVE20', category_id: 1 })
})

describe('a list that cannot be read', () => {
  test.each([
    ['/Deals', 'Top Stores', 'Failed to load top stores'],
    ['/TopStores', 'Top Deals', 'Failed to load top stores'],
    ['/Coupontopcodes', 'Coupon Codes', 'Failed to fetch coupons'],
    ['/CouponFilters/Electronics', 'Show Filters', 'Failed to fetch coupons'],
    ['/CouponFilters/Electronics', 'Show Filters', 'Failed to load top stores'],
  ])('%s stands, and says so in red', async (path, heading, text) => {
    await lose('campaigns')
    const page = await newVisitor().get(path)
    expect(page.status).toBe(503)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.text).toContain(heading)
    expect(page.text).toContain(text)
    expect(page.body).toContain('<div class="empty failed" role="alert">')
    expect(page.body).toContain('class="footer"')
  })

  test('a page that needs none stands whole, but nobody keeps its frame', async () => {
    await lose('campaigns')
    const page = await newVisitor().get('/Aboutus')
    expect(page.status).toBe(200)
    expect(page.text).toContain('About Us')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('a page that cannot stand: in its frame, calm, without a word of what broke', async () => {
    await lose('campaigns')
    for (const path of ['/CouponsDetails/x', '/Offers/KAVYA']) {
      const page = await newVisitor().get(path)
      expect(page.status).toBe(500)
      expect(page.text).toMatch(/Oops\.\.\.\s+Something went wrong!/)
      expect(page.body).toContain(`<a href="${path}" class="button button-primary">Try again</a>`)
      expect(page.body).toContain('class="footer"')
      expect(page.body).toContain('<meta name="robots" content="noindex"/>')
      expect(page.body).not.toMatch(/relation|campaigns|SELECT| at .*\.js/)
    }
  })

  test('a dialog that cannot be read does not open, and says so', async () => {
    const { visitor } = await signedIn()
    await lose('bank_details')
    const page = await visitor.get('/Aboutus?dialog=withdraw')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Oops... Something went wrong!')
    expect(page.body).not.toContain('<dialog')
  })
})

describe('a click that fails', () => {
  test('leads to the campaign’s page with Oops', async () => {
    const visitor = newVisitor()
    await lose('clicks')
    const answer = await visitor.get(`/out/${open.id}`)
    expect([answer.status, answer.location]).toEqual([303, `/CouponsDetails/${open.slug}`])
    expect((await visitor.follow(answer)).text).toContain('Oops... Something went wrong!')
  })
  test('leads home where not even the campaign can be found', async () => {
    await lose('campaigns')
    expect((await newVisitor().get(`/out/${open.id}`)).location).toBe('/')
  })
  test('on a campaign that was hidden meanwhile: Coupon not found', async () => {
    const brand = await addBrand()
    const hidden = await addCampaign({ brand_id: brand.id, hidden_at: new Date() })
    const visitor = newVisitor()
    const page = await visitor.follow(await visitor.get(`/out/${hidden.id}`))
    expect(page.status).toBe(404)
    expect(page.text).toContain('Click failed Coupon not found')
  })
})

test('while the database is away: 503, when to come back, nothing kept; afterwards all is as before', async () => {
  const url = new URL(process.env.EMBEDDED_DATABASE_URL!)
  const wire = newWire(new URL(url))
  const port = await freePort()
  await wire.come(port)
  url.host = `127.0.0.1:${port}`
  const [server] = await startServers(1, { env: { EMBEDDED_DATABASE_URL: url.href } })
  const get = async (path: string) => {
    const answer = await fetch(server!.origin + path, { redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: textOf(await answer.text()) }
  }
  expect((await get('/')).status).toBe(200)

  await wire.go()
  for (const path of ['/', '/CouponFilters/All', '/CouponsDetails/x', '/Offers/KAVYA', '/CouponCode/x']) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 503])
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.text).toMatch(/Oops\.\.\.\s+Something went wrong!/)
    expect(page.text).toContain('Our Guidelines')
    expect(page.text).not.toMatch(/ECONN|SELECT|\bat .*:\d+/)
  }
  const deals = await get('/Deals')
  expect([deals.status, deals.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(deals.text).toContain('Failed to load top stores')
  expect((await get('/Aboutus')).status).toBe(200)
  expect((await get('/healthz')).status).toBe(503)

  await wire.come(port)
  await expect.poll(async () => (await get('/')).status, { timeout: 10_000 }).toBe(200)
  expect((await get('/Deals')).status).toBe(200)
  await server!.stop()
  await wire.go()
}, 60_000)
