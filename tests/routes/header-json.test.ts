import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { notify } from '~/domain/outreach/notifications.server'
import type { HeaderState } from '~/components/layout/header-data.server'
import { newVisitor, request } from '../support/app'
import { signedIn } from '../support/people'
import { collectQueries } from '../support/queries'
import { earn } from '../wallet/support'

const HEADER = '/Account/header.json'

const tell = (userId: number, title = 'Cashback confirmed') =>
  notify(db, { userId, topic: 'money', reference: 'told', title, body: 'Body', href: '/Account/History' })

describe('header as JSON', () => {
  test('has the balance, the unread count and the latest notifications', async () => {
    const { id, visitor } = await signedIn()
    await earn(id, 12_50n)
    await tell(id)
    const answer = await visitor.get(HEADER)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(JSON.parse(answer.body)).toMatchObject({
      id,
      balance: 'Rs. 12.50',
      pending: 'Rs. 0.00',
      unread: 1,
      notifications: [{ title: 'Cashback confirmed', href: '/Account/History', unread: true }],
    })
  })

  test('the header has nothing of other members', async () => {
    const [asha, ravi] = [await signedIn(), await signedIn()]
    await tell(ravi.id, 'For Ravi alone')
    const state = JSON.parse((await asha.visitor.get(HEADER)).body) as HeaderState
    expect(state).toMatchObject({ id: asha.id, unread: 0, notifications: [] })
  })

  test('lists at most ten, in two queries however many there are', async () => {
    const { id, visitor } = await signedIn()
    const items = Array.from({ length: 30 }, (_, n) => ({
      userId: id,
      topic: 'money' as const,
      reference: `told:${n}`,
      title: `Title ${n + 1}`,
      body: 'Body',
      href: '/Account/History',
    }))
    await notify(db, ...items)
    let answer = { body: '' }
    const queries = await collectQueries(async () => (answer = await visitor.get(HEADER)))
    const { unread, notifications } = JSON.parse(answer.body) as HeaderState
    expect(unread).toBe(30)
    expect(notifications!.map(({ title }) => title)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Title ${30 - n}`),
    )
    expect(queries).toHaveLength(2)
  })

  test('is refused without a session, and with two session cookies', async () => {
    for (const Cookie of ['', 'token=unknown', 'token=a; token=b']) {
      const answer = await request(HEADER, { headers: { Cookie } })
      expect([answer.status, answer.body]).toEqual([401, 'Unauthorized\n'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test('answers 405 to a POST', async () => {
    expect((await newVisitor().post(HEADER, {})).status).toBe(405)
  })
})
