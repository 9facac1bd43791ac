/** A network's CSV report leads to the same state as its postbacks, also for changes that the network never pushes. */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { reconcileReport, type ReportRow } from '~/domain/tracking/reconcile.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { SAMPLES, writePostback } from '../support/network-samples'
import { sendReport } from '../support/reports'
import { click, member } from '../wallet/support'

const HAND = { by: 'test', consent: 'none' } as const

let serial = 0

/** The sales of one member with a friend; `all`: every state is pushed, else only what came before the report. */
async function live(network: NetworkName, { all }: { all: boolean }) {
  const { row, header, stories } = SAMPLES[network]
  const friend = await member()
  const user = await member(friend)
  const lines = [header]
  for (const { pushed, reported } of stories) {
    const [c, id] = [await click(user, { network }), `${network}${++serial}`]
    for (const [status, sale] of all ? [...pushed, reported] : pushed)
      await report(network, c, id, status, sale)
    lines.push(row(c, id, ...reported))
  }
  return { user, friend, csv: `${lines.join('\r\n')}\r\n` }
}

async function push(network: NetworkName, raw: Record<string, string>): Promise<void> {
  const { outcome, reason } = await sendReport(raw, network)
  if (outcome === 'quarantined') throw new Error(reason)
}

const report = (network: NetworkName, click: string, conversion: string, status: string, sale: string) =>
  push(network, writePostback(network, { click, conversion, status, sale, payout: '80' }))

async function reconcile(network: NetworkName, csv: string, apply: boolean) {
  const rows: ReportRow[] = []
  const counts = await reconcileReport(csv, network, {
    hand: apply ? HAND : null,
    onRow: (row) => rows.push(row),
  })
  return { counts, rows }
}

/** The wallets of this pair and their sales without ids. */
async function readEnd({ user, friend }: { user: number; friend: number }) {
  const sales = await db.execute(sql`
    SELECT status, sale_paise, network_payout_paise, pending_paise, granted_paise, referral_paise, referrer_id IS NULL AS alone
      FROM conversions WHERE user_id = ${user} ORDER BY length(click_id), click_id`)
  return { sales: [...sales], wallet: await readWallet(user), friend: await readWallet(friend) }
}

describe.each(NETWORK_NAMES)('reconciling a %s report', (network) => {
  test('ends in the same state as its postbacks', async () => {
    const heard = await live(network, { all: true })
    const missed = await live(network, { all: false })
    expect(await readEnd(missed)).not.toEqual(await readEnd(heard))

    const { stories } = SAMPLES[network]
    const planned = await reconcile(network, missed.csv, false)
    expect(planned.counts).toMatchObject({ rows: stories.length, quarantined: 0, failed: 0 })
    expect(planned.counts.applied).toBeGreaterThan(0)
    // The dry run changed nothing.
    expect(await readEnd(missed)).not.toEqual(await readEnd(heard))

    const applied = await reconcile(network, missed.csv, true)
    expect(applied.counts).toEqual(planned.counts)
    expect(applied.rows.map(({ to }) => to)).toEqual(planned.rows.map(({ to }) => to))
    expect(await readEnd(missed)).toEqual(await readEnd(heard))
  })

  test('changes nothing after the postbacks, and nothing when it is read again', async () => {
    const heard = await live(network, { all: true })
    const before = await readEnd(heard)
    const stored = await db.$count(postbackInbox)
    for (let time = 0; time < 2; time++) {
      const { counts, rows } = await reconcile(network, heard.csv, true)
      expect(counts).toMatchObject({ applied: 0, quarantined: 0, failed: 0 })
      expect(rows).toEqual([])
    }
    expect(await readEnd(heard)).toEqual(before)
    expect(await db.$count(postbackInbox)).toBe(stored)
  })

  test('makes postbacks that arrive later repeats', async () => {
    const { row, header, approved, pending } = SAMPLES[network]
    const user = await member()
    const [c, id] = [await click(user, { network }), `${network}${++serial}`]
    await reconcile(network, `${header}\n${row(c, id, approved, '1000')}\n`, true)
    expect((await readWallet(user)).available).toBe(50_00n)
    await report(network, c, id, approved, '1000')
    await report(network, c, id, pending, '1000')
    expect((await readWallet(user)).available).toBe(50_00n)
    expect(await db.$count(conversions, eq(conversions.click_id, c))).toBe(1)
  })
})

describe('network report', () => {
  const { header, row } = SAMPLES.trackier

  test('applies and shows a changed commission once, even when the cashback stays the same', async () => {
    const user = await member()
    const known = await click(user)
    await report('trackier', known, 'C1', 'approved', '1000')
    const csv = [header, row(known, 'C1', 'approved', '1000').replace('INR,80', 'INR,10')].join('\n')
    const commission = { from: 80_00n, to: 10_00n }
    expect((await reconcile('trackier', csv, false)).rows).toMatchObject([{ outcome: 'repeat', commission }])
    expect((await reconcile('trackier', csv, true)).counts).toMatchObject({ rows: 1, repeat: 1, applied: 0 })
    const [sale] = await db.select().from(conversions).where(eq(conversions.click_id, known))
    expect(sale).toMatchObject({ network_payout_paise: 10_00n, granted_paise: 50_00n, revision: 2 })
    expect((await reconcile('trackier', csv, true)).rows).toEqual([])
  })

  test('shows for each row the change with its reason, or why it cannot be applied', async () => {
    const user = await member()
    const [known, unknown] = [await click(user), await click(user)]
    await report('trackier', known, 'R1', 'approved', '1000')
    const csv = [
      header,
      row(known, 'R1', 'rejected', '1000'),
      row(unknown, 'R2', 'approved', '200'),
      row('nobody', 'R3', 'approved', '200'),
      row(unknown, 'R4', 'extended', '200'),
      row(unknown, 'R5', 'approved', '1e9'),
      'too,few,fields',
    ].join('\n')
    const { rows, counts } = await reconcile('trackier', csv, false)
    expect(counts).toEqual({
      rows: 6,
      applied: 2,
      repeat: 0,
      stale: 0,
      superseded: 0,
      quarantined: 3,
      failed: 1,
    })
    expect(rows).toMatchObject([
      {
        line: 2,
        externalId: 'R1',
        userId: user,
        from: { state: 'approved', cashback: 50_00n },
        to: { state: 'reversed', cashback: 0n },
      },
      {
        line: 3,
        externalId: 'R2',
        userId: user,
        from: { state: 'none', cashback: 0n },
        to: { state: 'approved', cashback: 10_00n },
      },
      { line: 4, outcome: 'quarantined', reason: 'unknown-click', to: null },
      { line: 5, outcome: 'quarantined', reason: 'unknown-status' },
      { line: 6, outcome: 'quarantined', reason: 'unusable-amount' },
      { line: 7, outcome: 'failed', reason: 'it has 3 fields, the headings are 10' },
    ])
    expect((await readWallet(user)).available).toBe(50_00n)
  })

  test.each([
    ['', 'The file is empty.'],
    ['title,brand\nx,y\n', 'The file has no column for click (p1). Line 1 fits best: title, brand.'],
    [
      'Report,of June\np1,txn_id\nx,y\n',
      'for status (status, conversion_status). Line 2 fits best: p1, txn_id.',
    ],
    ['p1,status\nx,y\n', 'for id (conversion_id, txn_id)'],
    ['p1,status,txn_id\n"x,y\n', 'opening quote at line 2'],
    ['p1,status,txn_id\n', 'The file has no rows below its headings in line 1.'],
    ['\n<!DOCTYPE html>\n<p>Sign in</p>', 'Line 2 is HTML'],
  ])('an unusable file is refused: %j', async (csv, words) => {
    await expect(reconcile('trackier', csv, true)).rejects.toThrow(words)
  })

  test.each([
    ['rounded', '203311280000123456', '203311280000123000'],
    ['without its zeros', '0043210', '43210'],
  ])('a row whose id is %s moves no money, and names its sale', async (_, id, written) => {
    const user = await member()
    const [byId, byOrder] = [await click(user), await click(user)]
    await report('trackier', byId, id, 'pending', '1000')
    const [order, writtenOrder] = [id, written].map((digits) => digits.replace('3', '4')) as [string, string]
    await push('trackier', { p1: byOrder, txn_id: order, status: 'pending', sale_amount: '1000' })
    const write = (...rows: string[]) =>
      ['p1,conversion_id,txn_id,sale_amount,payout,status', ...rows].join('\n')
    const csv = write(`${byId},${written},,1000,80,approved`, `${byOrder},,${writtenOrder},1000,80,approved`)
    const sales = await db.select().from(conversions).where(eq(conversions.user_id, user))
    const idByClick = new Map(sales.map((sale) => [sale.click_id, sale.id]))
    for (const apply of [false, true]) {
      const { counts, rows } = await reconcile('trackier', csv, apply)
      expect(counts).toMatchObject({ rows: 2, quarantined: 2 })
      expect(rows).toMatchObject(
        [byId, byOrder].map((clickId) => ({
          reason: 'unusable-id',
          userId: user,
          saleId: idByClick.get(clickId),
        })),
      )
    }
    expect(await readWallet(user)).toMatchObject({ available: 0n, pending: 100_00n })
    const another = write(`${byId},${written.slice(0, -1)}7,,1000,80,approved`)
    expect((await reconcile('trackier', another, false)).counts).toMatchObject({ applied: 1 })
  })

  test('a dry run judges each row after those before it, and counts what the run counts', async () => {
    const user = await member()
    const [known, fresh, other] = [await click(user), await click(user), await click(user)]
    await report('trackier', known, 'F1', 'pending', '1000')
    const csv = [
      header,
      row(known, 'F1', 'approved', '1000'),
      row(known, 'F1', 'approved', '1000'),
      row(fresh, 'F2', 'pending', '500'),
      row(fresh, 'F2', 'approved', '500'),
      row(other, 'F2', 'approved', '500'),
      row(fresh, 'F2', 'cancelled', '500'),
      row(fresh, 'F2', 'approved', '500'),
      row(other, 'F3', 'approved', '200').replace('INR,80', 'INR,10'),
      row(other, 'F3', 'approved', '200').replace('INR,80', 'INR,9'),
      row(other, 'F3', 'approved', '200').replace('INR,80', 'INR,9'),
    ].join('\n')
    const planned = await reconcile('trackier', csv, false)
    expect(planned.counts).toMatchObject({ rows: 10, applied: 5, repeat: 3, quarantined: 2 })
    const applied = await reconcile('trackier', csv, true)
    expect(applied.counts).toEqual(planned.counts)
    const sides = ({ rows }: typeof applied) =>
      rows.map(({ line, outcome, reason, from, to }) => ({ line, outcome, reason, from, to }))
    expect(sides(applied)).toEqual(sides(planned))
  })

  test('a dry run counts what the rows before it would credit today', async () => {
    const user = await member()
    const clicks = await Promise.all(Array.from({ length: 6 }, () => click(user)))
    // 5 % of 1,80,000 is 9,000: six of them are above the 50,000 of a day.
    const rich = (c: string, i: number) =>
      row(c, `D${++serial}-${i}`, 'approved', '180000').replace('INR,80', 'INR,18000')
    const csv = [header, ...clicks.map(rich)].join('\n')
    const planned = await reconcile('trackier', csv, false)
    expect(planned.rows.map(({ reason }) => reason)).toEqual([null, null, null, null, null, 'over-day-limit'])
    expect((await reconcile('trackier', csv, true)).counts).toEqual(planned.counts)
  })

  test('a report that a spreadsheet rounded is refused as a whole', async () => {
    const user = await member()
    const clicks = [await click(user), await click(user), await click(user)]
    const csv = [header, ...clicks.map((c, i) => row(c, `20261128000012${i}000`, 'approved', '100'))].join(
      '\n',
    )
    await expect(reconcile('trackier', csv, true)).rejects.toThrow('a spreadsheet has rounded it')
    expect((await readWallet(user)).available).toBe(0n)
  })

  test('a row whose id a spreadsheet wrote as 2.02611E+17 waits, and names the sale that it may be', async () => {
    const user = await member()
    const [first, second] = [await click(user), await click(user)]
    await report('trackier', first, '202611280000123456', 'pending', '500')
    await report('trackier', second, '202611280000198765', 'pending', '500')
    const csv = [
      header,
      row(first, '2.02611E+17', 'approved', '500'),
      row(second, '2.02611E+17', 'cancelled', '500'),
    ].join('\n')
    for (const apply of [false, true]) {
      const { counts, rows } = await reconcile('trackier', csv, apply)
      expect(counts).toMatchObject({ rows: 2, applied: 0, quarantined: 2 })
      const sales = await db
        .select()
        .from(conversions)
        .where(eq(conversions.user_id, user))
        .orderBy(conversions.id)
      expect(rows).toMatchObject(
        sales.map(({ id }) => ({
          reason: 'unusable-id',
          saleId: id,
          from: { state: 'pending', cashback: 25_00n },
        })),
      )
      expect(sales.map(({ status }) => status)).toEqual(['pending', 'pending'])
    }
  })

  test('of 3,000 known rows is read in little memory', async () => {
    const user = await member()
    const c = await click(user)
    await report('trackier', c, 'BIG', 'approved', '100')
    const csv = `${header}\n${`${row(c, 'BIG', 'approved', '100')}\n`.repeat(3_000)}`
    const before = process.memoryUsage().heapUsed
    let most = 0
    const counts = await reconcileReport(csv, 'trackier', {
      hand: HAND,
      onRow: () => {},
      onProgress: () => (most = Math.max(most, process.memoryUsage().heapUsed - before)),
    })
    expect(counts).toMatchObject({ rows: 3_000, repeat: 3_000 })
    expect(most).toBeLessThan(100e6)
  }, 120_000)
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
