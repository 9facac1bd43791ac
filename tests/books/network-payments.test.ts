/** Payments of networks settle the commission of sales in the ledger, each once. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { databaseError, db, type Tx } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import type { NetworkName } from '~/platform/config/networks'
import { findDefects } from '~/domain/books/audit.server'
import { divideAmongSales, computeGst } from '~/domain/books/settlements'
import {
  allocateAdvance,
  postNetworkPayment,
  reverseSettlement,
  writeOffSales,
} from '~/domain/books/network-payments.server'
import { listSettlements } from '~/domain/books/list-settlements.server'
import type { InvoiceLine, NetworkPayment } from '~/domain/books/network-payments'
import { listOpenSales, readReceivables } from '~/domain/books/open-commission.server'
import { networkPayment } from '../support/network-payment'
import { click, member, receive } from '../wallet/support'

let serial = 0
const clicks = new Map<string, string>()

/** Reports a sale of Rs. 1,000, or a change of it; returns its id at the network. */
async function report(
  network: NetworkName,
  payout: string,
  { id = `PAID-${++serial}`, status = 'approved' } = {},
): Promise<string> {
  const sent = clicks.get(id) ?? (await click(await member(), { network }))
  clicks.set(id, sent)
  const named: Record<string, string> =
    network === 'awin'
      ? { clickRef: sent, transactionId: id, saleAmount: '1000', commission: payout, status }
      : { subid: sent, admitad_id: id, order_sum: '1000', payment_sum: payout, payment_status: status }
  await receive({ ...named, currency: 'INR' }, network)
  return id
}

const rupees = (text: string) => paise(BigInt(text.replace('.', '')) * (text.includes('.') ? 1n : 100n))

const makePayment = (network: string, amount: string, more: Partial<NetworkPayment> = {}): NetworkPayment =>
  networkPayment({
    network,
    reference: `UTR${++serial}`,
    paidOn: '2026-11-21',
    amount: rupees(amount),
    ...more,
  })
const makeLine = (id: string, commission: string, at = 2): InvoiceLine => ({
  line: at,
  conversionId: id,
  ids: [id],
  commission: rupees(commission),
})
const post = (facts: NetworkPayment) => postNetworkPayment(facts)

/** Rolls back what `work` does. */
async function preview<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined
  const undone = db.transaction(async (tx) => {
    answer = { value: await work(tx) }
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
  return answer!.value
}

/** The entries of a settlement: 'bank < network_receivable 80.00'. */
async function readEntries(id: number): Promise<string[]> {
  const rows = await db.execute<{ entry: string }>(sql`
    SELECT d.code || ' < ' || c.code || ' ' || round(t.amount_paise / 100.0, 2) AS entry
      FROM ledger_transfers t JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE t.ref_type = 'settlement' AND t.ref_id = ${id} ORDER BY t.id`)
  return rows.map(({ entry }) => entry)
}
const findOpen = async (id: string) =>
  (await listOpenSales(db, { externalIds: [id], all: true })).map(({ open }) => open)[0]
const countRows = async (table: string) =>
  Number((await db.execute<{ n: string }>(sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`))[0]!.n)

describe('payment of an invoice', () => {
  test('settles its sales in bank, TDS and GST; the unpaid rest stays open', async () => {
    const [a, b] = [await report('awin', '600'), await report('awin', '400')]
    // Commission 900, GST 162, TDS withheld 18. The invoice has 1,000, so 100 of the second sale stay open.
    const facts = makePayment('awin', '1044', {
      tds: rupees('18'),
      gst: rupees('162'),
      lines: [makeLine(a, '600'), makeLine(b, '400', 3)],
    })
    const shown = await preview((tx) => postNetworkPayment(facts, tx))
    expect(shown).toMatchObject({ ok: true, settled: 90_000n })
    expect([await findOpen(a), await findOpen(b)]).toEqual([60_000n, 40_000n])

    const posted = await post(facts)
    if (!posted.ok) throw new Error(posted.reason)
    expect(await readEntries(posted.id)).toEqual([
      'bank < network_receivable 882.00',
      'bank < gst_payable 162.00',
      'tds_receivable < network_receivable 18.00',
    ])
    expect([await findOpen(a), await findOpen(b)]).toEqual([0n, 10_000n])
    expect(posted.sales.map(({ externalId, now }) => [externalId, now])).toEqual([
      [a, 60_000n],
      [b, 30_000n],
    ])
  })

  test('posts nothing again for the same reference in any spelling; other facts are refused', async () => {
    const id = await report('awin', '50')
    const facts = makePayment('awin', '50', { reference: 'Neft n-123 45', lines: [makeLine(id, '50')] })
    const first = await post(facts)
    const before = await countRows('ledger_transfers')
    expect(await post({ ...facts, reference: 'NEFTN12345' })).toMatchObject({
      ok: true,
      repeat: true,
      id: first.ok ? first.id : 0,
    })
    expect(await post({ ...facts, amount: rupees('51') })).toMatchObject({
      ok: false,
      reason: 'reference-used',
    })
    expect(await post({ ...facts, network: 'admitad' })).toMatchObject({
      ok: false,
      reason: 'reference-used',
    })
    expect(await countRows('ledger_transfers')).toBe(before)
  })

  test('is posted once when sent twice at the same time', async () => {
    const id = await report('awin', '70')
    const facts = makePayment('awin', '70', { lines: [makeLine(id, '70')] })
    const both = await Promise.all([post(facts), post(facts)])
    expect(both.map((one) => one.ok && one.repeat).toSorted()).toEqual([false, true])
    expect(await findOpen(id)).toBe(0n)
  })

  test('names each line that does not match, and posts none of the others', async () => {
    const [good, paidOnce, rejected] = [
      await report('awin', '10'),
      await report('awin', '20'),
      await report('awin', '30', { status: 'declined' }),
    ]
    await post(makePayment('awin', '15', { lines: [makeLine(paidOnce, '15')] }))
    const before = await countRows('ledger_transfers')
    const answer = await post(
      makePayment('awin', '100', {
        lines: [
          makeLine(good, '10'),
          makeLine(paidOnce, '20', 3),
          makeLine(rejected, '30', 4),
          makeLine('NEVER', '5', 5),
          makeLine(good, '10', 6),
        ],
      }),
    )
    expect(answer).toMatchObject({ ok: false, reason: 'lines' })
    expect(answer.ok ? [] : answer.lines!.map(({ line: at, reason, open }) => [at, reason, open])).toEqual([
      [3, 'more-than-open', 500n],
      [4, 'nothing-open', 0n],
      [5, 'unknown', 0n],
      [6, 'twice', 1_000n],
    ])
    expect(await countRows('ledger_transfers')).toBe(before)
    expect(await findOpen(good)).toBe(1_000n)
  })

  test('keeps the line of an unknown sale back as an advance, and settles the others', async () => {
    const [known, part] = [await report('awin', '10'), await report('awin', '20')]
    const lines = [makeLine(known, '10'), makeLine('NOWHERE', '5', 3), makeLine(part, '20', 4)]
    const facts = makePayment('awin', '35', { lines })
    const posted = await post(facts)
    expect(posted).toMatchObject({
      ok: true,
      settled: 3_500n,
      advance: 500n,
      misfits: [{ line: 3, id: 'NOWHERE', reason: 'unknown', invoiced: 500n }],
    })
    expect([await findOpen(known), await findOpen(part)]).toEqual([0n, 0n])
    expect(await post(facts)).toMatchObject({ ok: true, repeat: true })
    const late = await report('awin', '5', { id: 'NOWHERE' })
    const spent = await allocateAdvance(posted.ok ? posted.id : 0, [
      makeLine(late, '5'),
      makeLine('NEVER-KNOWN', '1', 3),
    ])
    expect(spent).toMatchObject({ ok: true, advance: 0n, misfits: [{ id: 'NEVER-KNOWN' }] })
    expect(await findOpen(late)).toBe(0n)
  })

  test('takes a known deduction in full beside the line of an unknown sale', async () => {
    const taken = await report('awin', '3')
    await post(makePayment('awin', '3', { lines: [makeLine(taken, '3')] }))
    await report('awin', '3', { id: taken, status: 'declined' })
    const known = await report('awin', '10')
    const lines = [makeLine(known, '10'), makeLine(taken, '-3', 3), makeLine('ELSEWHERE', '5', 4)]
    expect(await post(makePayment('awin', '12', { lines }))).toMatchObject({ ok: true, advance: 500n })
    expect([await findOpen(known), await findOpen(taken)]).toEqual([0n, 0n])
  })

  test('names an order of which there are two sales, and posts nothing', async () => {
    const order = `ORDER-${++serial}`
    const ids = [1, 2, 3].map((n) => `${order}-${n}`)
    for (const [at, conversion_id] of ids.entries())
      await receive({
        p1: await click(await member()),
        conversion_id,
        txn_id: at < 2 ? order : 'another',
        sale_amount: '1000',
        payout: '10',
        status: 'approved',
      })
    const lines = [makeLine(ids[2]!, '10'), { ...makeLine(order, '10', 3), conversionId: null }]
    expect(await post(makePayment('trackier', '20', { lines }))).toMatchObject({
      ok: false,
      reason: 'lines',
      lines: [{ line: 3, reason: 'several' }],
    })
  })

  test('that leaves out a part takes it from the line of the unknown sale first', async () => {
    const known = await report('awin', '10')
    const lines = [makeLine(known, '10'), makeLine('ELSEWHERE', '5', 3)]
    expect(await post(makePayment('awin', '12', { lines }))).toMatchObject({ ok: true, advance: 200n })
    expect(await findOpen(known)).toBe(0n)
  })

  test.each([
    ['only unknown sales', '5', [['NOWHERE-1', '5']], 'lines'],
    [
      'more money than its lines',
      '11',
      [
        ['known', '5'],
        ['NOWHERE-1', '5'],
      ],
      'more-than-open',
    ],
    [
      'an unknown sale beside one listed twice',
      '15',
      [
        ['known', '5'],
        ['known', '5'],
        ['NOWHERE-1', '5'],
      ],
      'lines',
    ],
    [
      'a deduction for an unknown sale',
      '2',
      [
        ['known', '5'],
        ['NOWHERE-1', '-3'],
      ],
      'lines',
    ],
  ] as const)('with %s is refused', async (_, amount, listed, reason) => {
    const known = await report('awin', '5')
    const before = await countRows('ledger_transfers')
    const lines = listed.map(([id, commission], at) =>
      makeLine(id === 'known' ? known : id, commission, at + 2),
    )
    expect(await post(makePayment('awin', amount, { lines }))).toMatchObject({ ok: false, reason })
    expect(await countRows('ledger_transfers')).toBe(before)
  })

  test('with a deducted clawback settles both sales', async () => {
    const taken = await report('awin', '80')
    await post(makePayment('awin', '80', { lines: [makeLine(taken, '80')] }))
    await report('awin', '80', { id: taken, status: 'declined' })
    expect(await findOpen(taken)).toBe(-8_000n)
    const next = await report('awin', '100')
    const answer = await post(
      makePayment('awin', '20', { lines: [makeLine(next, '100'), makeLine(taken, '-80', 3)] }),
    )
    expect(answer).toMatchObject({ ok: true, advance: 0n })
    expect([await findOpen(taken), await findOpen(next)]).toEqual([0n, 0n])
  })

  test('that is nothing but GST is refused', async () => {
    expect(await post(makePayment('awin', '18', { gst: rupees('18') }))).toMatchObject({
      reason: 'nothing-settled',
    })
    expect(await post(makePayment('awin', '10', { tds: rupees('20'), gst: rupees('18') }))).toMatchObject({
      reason: 'nothing-settled',
    })
  })
})

describe('payment without an invoice', () => {
  test('settles the network’s oldest sales; the excess is refused or kept as an advance', async () => {
    const [a, b] = [await report('admitad', '60'), await report('admitad', '40')]
    expect(await post(makePayment('admitad', '75'))).toMatchObject({ ok: true, advance: 0n })
    expect([await findOpen(a), await findOpen(b)]).toEqual([0n, 2_500n])
    const more = makePayment('admitad', '100')
    expect(await post(more)).toMatchObject({ reason: 'more-than-open', settled: 10_000n, open: 2_500n })
    expect(await findOpen(b)).toBe(2_500n)
    const kept = await post({ ...more, onAccount: true })
    expect(kept).toMatchObject({ ok: true, advance: 7_500n })
    expect(
      (await readReceivables(db, new Date())).find(({ network }) => network === 'admitad'),
    ).toMatchObject({
      sales: 0,
      open: 0n,
      advance: 7_500n,
    })

    // The advance settles later sales without a bank transfer.
    const [c, before] = [await report('admitad', '50'), await countRows('ledger_transfers')]
    const id = kept.ok ? kept.id : 0
    expect(await allocateAdvance(id, [makeLine(c, '60')])).toMatchObject({
      reason: 'lines',
    })
    expect(await allocateAdvance(id, null)).toMatchObject({
      ok: true,
      advance: 2_500n,
    })
    expect(await findOpen(c)).toBe(0n)
    expect(await countRows('ledger_transfers')).toBe(before)
    expect(await allocateAdvance(999_999, null)).toMatchObject({ reason: 'unknown' })
    expect(await reverseSettlement(id, { reason: 'x', madeBy: 'test' })).toMatchObject({
      ok: true,
    })
    expect(await allocateAdvance(id, null)).toMatchObject({ reason: 'no-advance' })
    expect([await findOpen(b), await findOpen(c)]).toEqual([2_500n, 5_000n])
  })
})

describe('write-off', () => {
  test('closes the open amount of the sales, which the network then cannot pay any more', async () => {
    const id = await report('awin', '12.34')
    const [sale] = await listOpenSales(db, { externalIds: [id] })
    const facts = { network: 'awin', sales: [sale!.id], period: {}, reason: 'Disputed', madeBy: 'test' }
    expect(await preview((tx) => writeOffSales(facts, tx))).toMatchObject({ ok: true, settled: 1_234n })
    const done = await writeOffSales(facts)
    if (!done.ok) throw new Error(done.reason)
    expect(await readEntries(done.id)).toEqual(['write_offs < network_receivable 12.34'])
    expect(await writeOffSales(facts)).toMatchObject({ ok: false, reason: 'nothing-open' })
    expect(await post(makePayment('awin', '12.34', { lines: [makeLine(id, '12.34')] }))).toMatchObject({
      reason: 'lines',
    })
  })

  test('of a payment for a reversed sale is booked as a gain', async () => {
    const id = await report('awin', '9')
    await post(makePayment('awin', '9', { lines: [makeLine(id, '9')] }))
    await report('awin', '9', { id, status: 'declined' })
    const [sale] = await listOpenSales(db, { externalIds: [id] })
    const done = await writeOffSales({
      network: 'awin',
      sales: [sale!.id],
      period: {},
      reason: 'Closed',
      madeBy: 'test',
    })
    expect(await readEntries(done.ok ? done.id : 0)).toEqual(['network_receivable < write_offs 9.00'])
    expect(await findOpen(id)).toBe(0n)
  })
})

test('a reversal of a mistaken payment happens once, and its reference can be posted again', async () => {
  const id = await report('awin', '100')
  const facts = makePayment('awin', '118', {
    tds: rupees('10'),
    gst: rupees('18'),
    lines: [makeLine(id, '100')],
  })
  const wrong = await post({ ...facts, amount: rupees('108') })
  if (!wrong.ok) throw new Error(wrong.reason)
  const back = await reverseSettlement(wrong.id, { reason: 'Mistyped', madeBy: 'test' })
  if (!back.ok) throw new Error(back.reason)
  expect(await readEntries(back.id)).toEqual([
    'network_receivable < bank 90.00',
    'gst_payable < bank 18.00',
    'network_receivable < tds_receivable 10.00',
  ])
  expect(await findOpen(id)).toBe(10_000n)
  const again = { reason: 'x', madeBy: 'test' }
  expect(await reverseSettlement(wrong.id, again)).toMatchObject({ reason: 'reversed' })
  expect(await reverseSettlement(back.id, again)).toMatchObject({ reason: 'is-reversal' })
  expect(await reverseSettlement(999_999, again)).toMatchObject({ reason: 'unknown' })
  const right = { ...facts, amount: rupees('108'), tds: rupees('10') }
  expect(await post(right)).toMatchObject({ ok: true, repeat: false })
  expect(await post(right)).toMatchObject({ ok: true, repeat: true })
  const listed = await listSettlements({ network: 'awin' }, { limit: 50 })
  expect(listed.find((row) => row.id === wrong.id)).toMatchObject({
    reversedBy: back.id,
    sales: 1,
    advance: 0n,
  })
})

test('the database refuses a second payment with one reference and any change of a settlement', async () => {
  const id = await report('awin', '5')
  const posted = await post(makePayment('awin', '5', { reference: 'ONCE', lines: [makeLine(id, '5')] }))
  const copy = sql`
    INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
    SELECT network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
      FROM network_settlements WHERE id = ${posted.ok ? posted.id : 0}`
  expect((await db.execute(copy).catch(databaseError))!).toMatchObject({
    constraint: 'network_settlements_reference',
  })
  const changes = [
    sql`UPDATE network_settlements SET tds_paise = tds_paise`,
    sql`DELETE FROM network_settlement_items`,
  ]
  for (const change of changes)
    expect(await db.execute(change).catch(databaseError)).toMatchObject({ code: '55000' })
})

test('lists continue after a row', async () => {
  const sales = await listOpenSales(db, {})
  expect(sales.length).toBeGreaterThan(1)
  expect(await listOpenSales(db, { after: sales[0]!.id })).toEqual(sales.slice(1))
  const all = await listSettlements({}, { limit: 50 })
  expect(await listSettlements({}, { after: all[0]!.id, limit: 1 })).toEqual([all[1]])
})

test('the audit finds nothing after all of these tests', async () => {
  expect(await countRows('network_settlements')).toBeGreaterThan(15)
  expect(await findDefects()).toEqual([])
})

describe('allocate()', () => {
  const amounts = fc.array(
    fc.bigInt({ min: -50n, max: 50n }).filter((n) => n !== 0n),
    { maxLength: 8 },
  )
  test('brings each sale towards zero, never beyond, and spreads the whole amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 200n }), amounts, (settled, opens) => {
        const sales = opens.map((open, id) => ({ id, open: paise(open) }))
        const { items, left } = divideAmongSales(paise(settled), sales)
        const total = items.reduce((sum, { amount }) => sum + amount, 0n)
        expect(total + left).toBe(settled)
        for (const { id, amount } of items) {
          const { open } = sales[id]!
          expect(open > 0n ? amount > 0n && amount <= open : amount < 0n && amount >= open).toBe(true)
        }
        // A rest remains only when every open sale is settled.
        const owed = opens.reduce((sum, open) => (open > 0n ? sum + open : sum), 0n)
        expect(left).toBe(settled > owed ? settled - owed : 0n)
      }),
    )
  })

  test('applies the network’s deductions only as far as the payment shows them', () => {
    const open = [-30n, 100n].map((value, id) => ({ id, open: paise(value) }))
    expect(divideAmongSales(paise(70n), open).items.map(({ amount }) => amount)).toEqual([-30n, 100n])
    expect(divideAmongSales(paise(100n), open).items.map(({ amount }) => amount)).toEqual([100n])
    expect(divideAmongSales(paise(50n), open).items.map(({ amount }) => amount)).toEqual([-30n, 80n])
  })
})

test.each([
  [118_00n, 1800n, 18_00n],
  [118_01n, 1800n, 18_00n],
  [1n, 1800n, 0n],
  [100_00n, 0n, 0n],
  [100_00n, null, 0n],
])('the GST in %s paise at rate %s is %s paise', (total, rate, gst) =>
  expect(computeGst(paise(total), rate)).toBe(gst),
)
