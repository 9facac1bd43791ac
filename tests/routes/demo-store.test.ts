// The store behind Get Deal in the demo. Its network signs its reports, so that an unsigned one would be refused.
import http from 'node:http'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../embedded/postmaster'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { findDemoStore } from '~/domain/tracking/demo-store.server'
import { newVisitor, sendTo, startServers } from '../support/app'
import { signedIn } from '../support/people'
import { makeOffer } from '../wallet/support'

vi.hoisted(() => Object.assign(process.env, { TRACKIER_HMAC_KEY: 'key-of-trackier-0001' }))

/** The page to which Get Deal leads, below the origin. */
async function getDeal(facts: Parameters<typeof makeOffer>[0] = {}, who = signedIn()) {
  const { visitor } = await who
  const offer = await makeOffer(facts)
  const { pathname, search, searchParams } = new URL((await visitor.get(`/out/${offer.id}`)).location!)
  return { visitor, here: `${pathname}${search}`, clickId: searchParams.get('p1')! }
}

const listReports = (clickId: string) =>
  db
    .select({ report: postbackInbox.report, outcome: postbackInbox.outcome })
    .from(postbackInbox)
    .where(eq(postbackInbox.click_id, clickId))
    .orderBy(desc(postbackInbox.id))

/** fetch() sends no other Host than that of the address. */
const statusAt = (port: number, path: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, headers: { Host: host } }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      .on('error', reject)
  })

describe('the store of the demo', () => {
  test('sells, reports and confirms by signed postbacks, up to the wallet', async () => {
    const { visitor, here, clickId } = await getDeal()
    const page = await visitor.get(here)
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(page.body).toMatch(/<h1[^>]*>Here the store would open<\/h1>/)
    expect(page.body).toContain('>Buy for Rs. 2,499</button>')

    const bought = await visitor.post('/demo/store', { from: here, click: clickId, report: 'pending' })
    expect([bought.status, bought.location]).toEqual([303, here])
    expect(await listReports(clickId)).toEqual([{ report: 'pending', outcome: 'applied' }])
    const tracked = await visitor.get(here)
    expect(tracked.body).not.toContain('Buy for')
    expect(tracked.body).toContain('>Confirm the order</button>')
    expect((await visitor.get('/Account/Visits')).text).toMatch(/Pending\s+Rs\. 124\.95/)

    await visitor.post('/demo/store', { from: here, click: clickId, report: 'approved' })
    expect((await visitor.get(here)).text).toContain('The store has confirmed it.')
    expect((await visitor.get('/Account/Visits')).text).toMatch(/You can withdraw now\s+Rs\. 124\.95/)
  })

  test('sells once a visit', async () => {
    const { visitor, here, clickId } = await getDeal()
    for (let n = 0; n < 2; n++)
      await visitor.post('/demo/store', { from: here, click: clickId, report: 'pending' })
    expect((await listReports(clickId)).map(({ outcome }) => outcome)).toEqual(['repeat', 'applied'])
  })

  test('asks more where the cashback is a large sum, and holds no sale for its loss', async () => {
    const { visitor, here, clickId } = await getDeal({ payout_model: 'flat', payout_hundredths: 2_000_00n })
    expect((await visitor.get(here)).body).toContain('>Buy for Rs. 9,999</button>')
    for (const report of ['pending', 'approved'])
      await visitor.post('/demo/store', { from: here, click: clickId, report })
    expect((await listReports(clickId))[0]).toEqual({ report: 'approved', outcome: 'applied' })
  })

  test('names a report that waits in quarantine, and changes nothing', async () => {
    const { visitor, here, clickId } = await getDeal({ payout_model: 'flat', payout_hundredths: 12_000_00n })
    for (const report of ['pending', 'approved'])
      await visitor.post('/demo/store', { from: here, click: clickId, report })
    expect((await listReports(clickId))[0]).toEqual({ report: 'approved', outcome: 'quarantined' })
    const { text } = await visitor.get(here)
    expect(text).toContain('it waits in quarantine until an operator accepts it at the desk.')
    expect(text).not.toContain('The store has confirmed it.')
  })

  test('has the origin at which the shop is read, whose cookie counts there', async () => {
    const trackingUrl = 'https://track.trackier.example/click?p1=one'
    expect(findDemoStore(trackingUrl, new Request('http://127.0.0.1:3000/out/1'))).toBe(
      'http://127.0.0.1:3000/demo/store?p1=one',
    )
  })

  test('tells a guest to sign up', async () => {
    const guest = Promise.resolve({ visitor: newVisitor(), id: 0 })
    const { visitor, here } = await getDeal({ guest_clicks: true }, guest)
    expect((await visitor.get(here)).text).toContain('Sign up in this browser, and the cashback is yours.')
  })

  test('takes another report for none', async () => {
    const { visitor, here, clickId } = await getDeal()
    expect(
      (await visitor.post('/demo/store', { from: here, click: clickId, report: 'rejected' })).status,
    ).not.toBe(200)
    expect(await listReports(clickId)).toEqual([])
  })

  test.each(['/demo/store', '/demo/store?p1=unknown'])('is a 404 at %s', async (path) => {
    expect((await newVisitor().get(path)).status).toBe(404)
    expect(
      (await newVisitor().post('/demo/store', { from: path, click: 'unknown', report: 'pending' })).status,
    ).toBe(404)
  })

  test('does not exist outside the demo: Get Deal leads to the network, the page and its form are 404', async () => {
    const port = await findFreePort()
    const [server] = await startServers(1, {
      env: {
        PORT: String(port),
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
        OTP_PROVIDER: 'demo',
        ALLOW_DEMO_OTP: '1',
        TRACKIER_SECRET: 'secret-of-trackier-1',
      },
    })
    const { visitor, here, clickId } = await getDeal()
    const shop = newVisitor(sendTo(server!))
    for (const [name, value] of visitor.cookies) shop.cookies.set(name, value)
    expect((await shop.get(here)).status).toBe(404)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '127.0.0.1', 'demo.example'])
      expect([host, await statusAt(port, here, host)]).toEqual([
        host,
        host === `localhost:${port}` ? 404 : 421,
      ])
    expect((await shop.post('/demo/store', { from: here, click: clickId, report: 'pending' })).status).toBe(
      404,
    )
    expect(await listReports(clickId)).toEqual([])
    const [offer] = await db.execute<{ id: string }>(
      sql`SELECT campaign_id AS id FROM clicks WHERE id = ${clickId}`,
    )
    expect(new URL((await shop.get(`/out/${offer!.id}`)).location!).hostname).toBe('track.trackier.example')
  })
})
