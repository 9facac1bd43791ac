import { inspect } from 'node:util'
import { desc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { readWallet } from '~/domain/wallet/sums.server'
import { click, member } from '../wallet/support'
import { request } from '../support/app'

const url = '/postback/trackier/demo-trackier-secret'
const inboxSize = () => db.$count(postbackInbox)
const latest = async () =>
  (await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1))[0]!

let serial = 0
const makeSale = (p1: string) => ({
  p1,
  conversion_id: `T${++serial}`,
  sale_amount: '1999.90',
  payout: '80',
  status: 'approved',
})

describe('/postback/{network}/{secret}', () => {
  test('GET stores, applies and answers OK; a repeat answers OK and moves nothing', async () => {
    const id = await member()
    const sale = new URLSearchParams(makeSale(await click(id)))
    for (const outcome of ['applied', 'repeat'] as const) {
      const answer = await request(`${url}?${sale}`)
      expect([answer.status, answer.body]).toEqual([200, 'OK'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(await latest()).toMatchObject({
        outcome,
        network: 'trackier',
        method: 'GET',
        raw: Object.fromEntries(sale),
      })
    }
    expect((await readWallet(id)).available).toBe(99_99n)
  })

  test.each([
    ['a form', (sale: Record<string, string>) => new URLSearchParams(sale), undefined],
    [
      'JSON',
      (sale: Record<string, string>) => JSON.stringify({ ...sale, sale_amount: 1999.9 }),
      'application/json',
    ],
  ])('POST with %s is accepted from any site', async (_, bodyOf, type) => {
    const id = await member()
    const answer = await request(url, {
      method: 'POST',
      body: bodyOf(makeSale(await click(id))),
      headers: {
        ...(type && { 'Content-Type': type }),
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://network.example',
      },
    })
    expect([answer.status, answer.body]).toEqual([200, 'OK'])
    expect((await readWallet(id)).available).toBe(99_99n)
  })

  test('POST accepts parameters in the URL without a body', async () => {
    const id = await member()
    const answer = await request(`${url}?${new URLSearchParams(makeSale(await click(id)))}`, {
      method: 'POST',
    })
    expect(answer.status).toBe(200)
    expect((await readWallet(id)).available).toBe(99_99n)
  })

  test('answers OK for an unknown click, which is quarantined', async () => {
    const answer = await request(`${url}?${new URLSearchParams(makeSale('nobody'))}`)
    expect([answer.status, answer.body]).toEqual([200, 'OK'])
    expect(await latest()).toMatchObject({ outcome: 'quarantined', reason: 'unknown-click' })
  })

  test.each([
    '/postback/trackier/wrong',
    '/postback/trackier/demo-trackier-secre',
    '/postback/awin/demo-trackier-secret',
    '/postback/awin/undefined',
    '/postback/nobody/demo-trackier-secret',
    '/postback/constructor/x',
  ])('answers 403 for a wrong secret or network and stores nothing: %s', async (path) => {
    const before = await inboxSize()
    for (const method of ['GET', 'POST'])
      expect((await request(`${path}?p1=x&status=approved`, { method })).status).toBe(403)
    expect(await inboxSize()).toBe(before)
  })

  test.each(['HEAD', 'PUT', 'DELETE', 'PATCH'])('answers 405 for %s and stores nothing', async (method) => {
    const before = await inboxSize()
    const answer = await request(`${url}?p1=x&status=approved`, { method })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, POST'])
    expect(await inboxSize()).toBe(before)
  })

  test.each<[number, string, BodyInit]>([
    [400, 'application/json', '{"p1":'],
    [400, 'application/json', '[1]'],
    [400, 'application/json', 'null'],
    [415, 'text/xml', '<p1/>'],
    [413, 'application/json', JSON.stringify({ p1: 'x'.repeat(65 * 1024) })],
    [413, 'application/x-www-form-urlencoded', `p1=${'x'.repeat(65 * 1024)}`],
  ])('answers %i for an unreadable %s', async (status, type, body) => {
    const before = await inboxSize()
    const answer = await request(url, { method: 'POST', body, headers: { 'Content-Type': type } })
    expect(answer.status).toBe(status)
    expect(await inboxSize()).toBe(before)
  })

  test('removes characters that PostgreSQL cannot store', async () => {
    const answer = await request(url, {
      method: 'POST',
      body: JSON.stringify({
        p1: 'a\u0000b\ud800',
        'no\u0000te': { deep: 1 },
        status: 'x',
        __proto__x: null,
      }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect((await latest()).raw).toEqual({ p1: 'ab\ufffd', status: 'x' })
  })

  test('does not store the secret', async () => {
    await request(`${url}?${new URLSearchParams(makeSale('nobody'))}`)
    for (const row of await db.select().from(postbackInbox))
      expect(inspect(row, { depth: null })).not.toContain('demo-trackier-secret')
  })
})
