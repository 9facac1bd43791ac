import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { clickOn } from '../support/shop'
import { makeOffer } from '../wallet/support'
import { apiMember } from './client'

async function visitor() {
  const { api: client, id } = await apiMember()
  const clickId = await clickOn(await makeOffer(), id)
  const [row] = await db
    .update(clicks)
    .set({ created_at: sql`now() - interval '5 days'` })
    .where(eq(clicks.id, clickId))
    .returning({ seq: clicks.seq })
  return { client, id, visit: formatVisitNumber(row!.seq) }
}

test('a claim is opened once and listed', async () => {
  const { client, id, visit } = await visitor()
  const asked = { kind: 'missing', text: 'It is missing', visit, order_number: 'API-1', amount: 1999.5 }
  const { status, body } = await client.post(`/api/claims/${id}`, asked)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    kind: 'missing',
    state: 'received',
    visit,
    order_number: 'API-1',
    amount: 1999.5,
  })
  expect((await client.post(`/api/claims/${id}`, asked)).body).toMatchObject({ error: 'exists' })
  const { body: list } = await client.get(`/api/claims/${id}`)
  expect(list).toMatchObject({ success: true, total: 1, data: [{ id: body.data.id }] })
})

test('a claim without an order number or about another person’s visit is refused', async () => {
  const { client, id, visit } = await visitor()
  const none = await client.post(`/api/claims/${id}`, { kind: 'missing', text: 'x', visit })
  expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['order_number']])
  const other = await visitor()
  const refused = await other.client.post(`/api/claims/${other.id}`, { kind: 'question', text: 'x', visit })
  expect([refused.status, refused.body.error]).toEqual([404, 'not-found'])
})
