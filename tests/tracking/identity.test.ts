/** Which sale a report is about (docs/rules.md#49), on the real inbox. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import type { NetworkName } from '~/platform/config/networks'
import { resolveAccepted } from '~/domain/tracking/quarantine.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { writePostback } from '../support/network-samples'
import { sendReport } from '../support/reports'
import { click, member, typeCommands } from '../wallet/support'
import { rewrite } from '../support/rewrite'

beforeAll(() => typeCommands('postbacks'))

type Raw = Record<string, string>

async function open(network: NetworkName = 'trackier') {
  const user = await member()
  const clickId = await click(user, { network })
  const send = async (ids: Raw, amount: string, status = 'approved', of = clickId) => {
    const raw = { ...writePostback(network, { click: of, sale: amount, status }), ...ids }
    const { reason, outcome } = await sendReport(raw, network)
    return reason ?? outcome
  }
  const sales = async () => {
    const rows = await db
      .select()
      .from(conversions)
      .where(eq(conversions.click_id, clickId))
      .orderBy(conversions.id)
    return rows.map(({ conversion_id, order_number, status, sale_paise }) =>
      [conversion_id, order_number, status, sale_paise === null ? null : Number(sale_paise) / 100].join(' '),
    )
  }
  return { user, clickId, send, sales }
}

type Step = [ids: Raw, amount: string, status: string, verdict: string]

const TABLE: [title: string, network: NetworkName, steps: Step[], sales: string[]][] = [
  [
    'two items of one order are two sales',
    'trackier',
    [
      [{ conversion_id: 'K1', txn_id: 'ORD' }, '1000', 'approved', 'applied'],
      [{ conversion_id: 'K2', txn_id: 'ORD' }, '500', 'approved', 'applied'],
      [{ conversion_id: 'K1', txn_id: 'ORD' }, '900', 'approved', 'applied'],
      [{ conversion_id: 'K2' }, '0', 'cancelled', 'applied'],
    ],
    ['K1 ORD approved 900', 'K2 ORD reversed 500'],
  ],
  [
    'admitad: the same by admitad_id',
    'admitad',
    [
      [{ admitad_id: '1', order_id: 'A', action_id: '7' }, '1000', 'approved', 'applied'],
      [{ admitad_id: '2', order_id: 'A', action_id: '8' }, '400', 'approved', 'applied'],
    ],
    ['1 A approved 1000', '2 A approved 400'],
  ],
  [
    'admitad: another action of an order without ids waits',
    'admitad',
    [
      [{ order_id: 'B', action_id: '7' }, '1000', 'approved', 'applied'],
      [{ order_id: 'B', action_id: '8' }, '400', 'approved', 'item-or-correction'],
      [{ order_id: 'B', action_id: '7' }, '800', 'approved', 'applied'],
    ],
    [' B approved 800'],
  ],
  [
    'tune without a goal: a higher amount waits, a lower one corrects',
    'tune',
    [
      [{ transaction_id: 't1' }, '1000', 'approved', 'applied'],
      [{ transaction_id: 't1' }, '1300', 'approved', 'item-or-correction'],
      [{ transaction_id: 't1' }, '300', 'approved', 'applied'],
      [{ transaction_id: 't1', goal_id: '4' }, '700', 'approved', 'item-or-correction'],
    ],
    ['  approved 300'],
  ],
  [
    'tune with a goal: each goal is a sale',
    'tune',
    [
      [{ transaction_id: 't2', goal_id: '4' }, '1000', 'approved', 'applied'],
      [{ transaction_id: 't2', goal_id: '5' }, '2000', 'approved', 'applied'],
      [{ transaction_id: 't2', goal_id: '4' }, '1500', 'approved', 'applied'],
    ],
    ['t2:4  approved 1500', 't2:5  approved 2000'],
  ],
  [
    'no id at all: a second purchase of the click waits',
    'trackier',
    [
      [{}, '700', 'approved', 'applied'],
      [{}, '1000', 'approved', 'item-or-correction'],
      [{}, '700', 'approved', 'repeat'],
      [{}, '', 'cancelled', 'applied'],
    ],
    ['  reversed 700'],
  ],
  [
    'an order alone: its higher amount waits, another order is a sale',
    'trackier',
    [
      [{ txn_id: 'T1' }, '1000', 'pending', 'applied'],
      [{ txn_id: 'T1' }, '1001', 'approved', 'item-or-correction'],
      [{ txn_id: 'T1' }, '1000', 'approved', 'applied'],
      [{ txn_id: 'T2' }, '2000', 'approved', 'applied'],
    ],
    [' T1 approved 1000', ' T2 approved 2000'],
  ],
  [
    'an end by the order finds the sale whose conversion id came first',
    'trackier',
    [
      [{ conversion_id: 'K5' }, '1000', 'approved', 'applied'],
      [{ conversion_id: 'K5', txn_id: 'T5' }, '1000', 'approved', 'repeat'],
      [{ txn_id: 'T5' }, '1000', 'rejected', 'applied'],
      [{ conversion_id: 'K5' }, '1000', 'approved', 'after-rejection'],
    ],
    ['K5 T5 reversed 1000'],
  ],
  [
    'an end of an order of several items waits',
    'trackier',
    [
      [{ conversion_id: 'K6', txn_id: 'T6' }, '1000', 'approved', 'applied'],
      [{ conversion_id: 'K7', txn_id: 'T6' }, '1000', 'approved', 'applied'],
      [{ txn_id: 'T6' }, '1000', 'rejected', 'item-or-correction'],
    ],
    ['K6 T6 approved 1000', 'K7 T6 approved 1000'],
  ],
  [
    'an id that comes late is taken over if amount and click agree',
    'trackier',
    [
      [{ txn_id: 'T8' }, '1000', 'pending', 'applied'],
      [{ txn_id: 'T8', conversion_id: 'K8' }, '1000', 'approved', 'applied'],
      [{ txn_id: 'T8', conversion_id: 'K9' }, '1200', 'approved', 'applied'],
      [{ conversion_id: 'K8' }, '1100', 'approved', 'applied'],
    ],
    ['K8 T8 approved 1100', 'K9 T8 approved 1200'],
  ],
  [
    'an id that comes late with another amount waits',
    'trackier',
    [
      [{ txn_id: 'T9' }, '1000', 'pending', 'applied'],
      [{ txn_id: 'T9', conversion_id: 'K10' }, '900', 'approved', 'item-or-correction'],
      [{ txn_id: 'T9', conversion_id: 'K10' }, '', 'rejected', 'applied'],
    ],
    ['K10 T9 rejected 1000'],
  ],
  [
    'an unfilled macro credits nothing, and is no order number',
    'trackier',
    [
      [{ conversion_id: '{conversion_id}', txn_id: 'T10' }, '1000', 'approved', 'unusable-id'],
      [{ conversion_id: 'K11', txn_id: '{txn_id}' }, '1000', 'approved', 'applied'],
      [{ conversion_id: 'K12', txn_id: '{txn_id}' }, '500', 'approved', 'applied'],
    ],
    ['K11  approved 1000', 'K12  approved 500'],
  ],
  [
    'impact: a reversal in another currency with a negative amount ends the sale',
    'impact',
    [
      [{ ActionId: 'A1', Currency: 'INR' }, '1000', 'APPROVED', 'applied'],
      [{ ActionId: 'A1', Currency: 'USD', Payout: 'x' }, '-1000', 'REVERSED', 'applied'],
    ],
    ['A1  reversed 1000'],
  ],
  [
    'awin: the transaction is the sale, the order reference groups',
    'awin',
    [
      [{ transactionId: '11', orderRef: 'W' }, '1000', 'approved', 'applied'],
      [{ transactionId: '12', orderRef: 'W' }, '500', 'approved', 'applied'],
      [{ transactionId: '11', orderRef: 'W' }, '1000', 'declined', 'applied'],
    ],
    ['11 W reversed 1000', '12 W approved 500'],
  ],
]

describe('report', () => {
  test.each(TABLE)('%s (%s)', async (_, network, steps, sales) => {
    const shop = await open(network)
    for (const [at, [ids, amount, status, verdict]] of steps.entries())
      expect([at + 1, await shop.send(ids, amount, status)]).toEqual([at + 1, verdict])
    expect(await shop.sales()).toEqual(sales)
  })

  test('with the order of another click is quarantined and not credited', async () => {
    const [mine, theirs] = [await open(), await open()]
    expect(await mine.send({ txn_id: 'SHARED' }, '1000')).toBe('applied')
    expect(await theirs.send({ txn_id: 'SHARED' }, '1000')).toBe('other-click')
    expect(await theirs.send({ txn_id: 'SHARED', conversion_id: 'K20' }, '1000')).toBe('item-or-correction')
    expect((await readWallet(theirs.user)).available).toBe(0n)
  })
})

describe('unclear report', () => {
  const newest = async () => {
    const [row] = await db.execute<{ id: number }>(sql`SELECT max(id)::int AS id FROM postback_inbox`)
    return row!.id
  }

  test('is credited as a new sale or as a correction, as an operator answers', async () => {
    const { user, send, sales } = await open()
    await send({ txn_id: 'ASK' }, '1000')
    await send({ txn_id: 'ASK' }, '1500')
    const waiting = await newest()
    expect(await resolveAccepted(waiting, 'two items')).toMatchObject({ ok: false, reason: 'needs-answer' })
    expect((await readWallet(user)).available).toBe(50_00n)
    expect(await resolveAccepted(waiting, 'two items', 'up-to-cap', 'new')).toMatchObject({ ok: true })
    expect(await sales()).toEqual([' ASK approved 1000', ' ASK approved 1500'])
    expect((await readWallet(user)).available).toBe(125_00n)
    await send({ txn_id: 'ASK' }, '1200')
    const [first] = await db.select().from(conversions).where(eq(conversions.user_id, user))
    const answer = await resolveAccepted(await newest(), 'a correction', 'up-to-cap', first!.id)
    expect(answer).toMatchObject({ ok: true })
    expect(await sales()).toEqual([' ASK approved 1200', ' ASK approved 1500'])
  })

  test('is not superseded by a later report of the sale that it may be about', async () => {
    const { send } = await open()
    await send({ txn_id: 'STAY' }, '1000')
    await send({ txn_id: 'STAY' }, '1500')
    const waiting = await newest()
    await send({ txn_id: 'STAY' }, '900')
    await send({ txn_id: 'STAY' }, '', 'rejected')
    const [row] = await db.execute<{ outcome: string }>(
      sql`SELECT outcome FROM postback_inbox WHERE id = ${waiting}`,
    )
    expect(row!.outcome).toBe('quarantined')
  })

  test('cannot be answered with a sale of another order', async () => {
    const [one, other] = [await open(), await open()]
    await other.send({ conversion_id: 'FOREIGN' }, '1000')
    const [foreign] = await db.select().from(conversions).where(eq(conversions.click_id, other.clickId))
    await one.send({ txn_id: 'MINE' }, '1000')
    await one.send({ txn_id: 'MINE' }, '1500')
    const answer = await resolveAccepted(await newest(), 'x', 'up-to-cap', foreign!.id)
    expect(answer).toMatchObject({ ok: false, reason: 'still-quarantined' })
  })
})

describe('sale of an earlier release', () => {
  const makeLegacy = (clickId: string) =>
    rewrite(sql`UPDATE conversions SET legacy = true, conversion_id = NULL WHERE click_id = ${clickId}`)

  test('takes over an id with its amount and click; another id of its order is quarantined', async () => {
    const { clickId, send, sales } = await open()
    await send({ txn_id: 'OLD' }, '1000')
    await makeLegacy(clickId)
    expect(await send({ txn_id: 'OLD', conversion_id: 'K30' }, '500')).toBe('old-identity')
    expect(await send({ txn_id: 'OLD', conversion_id: 'K31' }, '1000')).toBe('repeat')
    expect(await send({ txn_id: 'OLD', conversion_id: 'K30' }, '500')).toBe('old-identity')
    expect(await send({ txn_id: 'OLD', conversion_id: 'K31' }, '900')).toBe('applied')
    expect(await sales()).toEqual(['K31 OLD approved 900'])
  })

  test('is rejected by a report with an id that it did not have', async () => {
    const { clickId, send, sales } = await open()
    await send({ txn_id: 'OLD2' }, '1000')
    await makeLegacy(clickId)
    expect(await send({ txn_id: 'OLD2', conversion_id: 'K40' }, '1', 'cancelled')).toBe('applied')
    expect(await sales()).toEqual(['K40 OLD2 reversed 1000'])
  })
})

test('an end of one item leaves a sale of an earlier release that a report of another item named', async () => {
  const { clickId, send, sales } = await open()
  await send({ txn_id: 'OLD3' }, '1000')
  await rewrite(sql`UPDATE conversions SET legacy = true, conversion_id = NULL WHERE click_id = ${clickId}`)
  expect(await send({ txn_id: 'OLD3', conversion_id: 'K50' }, '1000')).toBe('repeat')
  expect(await send({ txn_id: 'OLD3', conversion_id: 'K51' }, '1', 'cancelled')).toBe('old-identity')
  expect(await sales()).toEqual(['K50 OLD3 approved 1000'])
  expect(await send({ txn_id: 'OLD3', conversion_id: 'K50' }, '1', 'cancelled')).toBe('applied')
  expect(await sales()).toEqual(['K50 OLD3 reversed 1000'])
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
