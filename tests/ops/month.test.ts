/**
 * October of a small shop, reckoned by hand: three networks, forty sales with changes and reversals, withdrawals that are paid,
 * returned, failed and cancelled. What the commands print has to equal the sums in the comments.
 *
 *   offer     network   an order  cashback     commission  margin of a sale (with a referrer)
 *   Kettles   trackier  2,000.00  5 %: 100.00      160.00   60.00 (40.00)
 *   Sarees    impact    1,000.00  10 %: 100.00     120.00   20.00 (0.00)
 *   Snacks    admitad     700.00  flat: 50.00       45.00   -5.00 (-15.00)
 *
 * Asha has referred Ravi: she gets a fifth of his cashback. Meena and Dev came by themselves.
 *
 *   sales     whose  reports                                           commission     cashback
 *   T1-T5     Ravi   pending, approved                                 5 x 160 = 800  5 x 100 = 500
 *   T6-T10    Meena  pending, approved                                 5 x 160 = 800  5 x 100 = 500
 *   T11       Ravi   approved, half of it sent back                        80             50
 *   T12       Meena  approved, half of it sent back                        80             50
 *   T13       Ravi   approved, cancelled                                    0              0
 *   T14       Meena  pending, rejected                                      0              0
 *   T15       Meena  pending                                                0              0 (100 pending)
 *   T16       Meena  approved, then with a commission of 140              140            100
 *   I1-I3     Ravi   pending, locked                                   3 x 120 = 360  3 x 100 = 300
 *   I4-I9     Meena  pending, locked                                   6 x 120 = 720  6 x 100 = 600
 *   I10       Meena  approved, reversed                                     0              0
 *   I11       Dev    approved, withdrawn, reversed: he owes 100             0              0
 *   I12       Meena  approved, corrected to 3,000 with 360                360            300
 *   I13, I14  Meena  pending                                                0              0 (200 pending)
 *   A1, A2    Ravi   pending, approved                                  2 x 45 = 90    2 x 50 = 100
 *   A3-A7     Meena  pending, approved                                 5 x 45 = 225    5 x 50 = 250
 *   A8        Meena  pending, declined                                      0              0
 *   A9        Meena  pending                                                0              0 (50 pending)
 *   A10       Meena  approved without a commission, then 45                45             50
 *                                                                       -----          -----
 *   trackier  800 + 800 + 80 + 80 + 140                                 1,900          1,200
 *   impact    360 + 720 + 360                                           1,440          1,200
 *   admitad   90 + 225 + 45                                               360            400
 *   together                                                            3,700          2,800
 *
 * Referral: a fifth of Ravi's 500 + 50 = 550 (trackier), 300 (impact) and 100 (admitad): 110 + 60 + 20 = 190.
 * Margin: 1,900 - 1,200 - 110 = 590; 1,440 - 1,200 - 60 = 180; 360 - 400 - 20 = -60. Together 710.
 *
 *   withdrawals   Ravi                  Meena                                  Asha            Dev
 *   earned        500+50+300+100 = 950  2,800 - 950 = 1,850                    190             0
 *   paid          500 and 200           1,000                                                  100
 *   returned      200
 *   others                              300 requested; 100 failed              90 cancelled
 *   in the wallet 950-500 = 450         1,850-1,000-300 = 550                  190             0, owes 100
 *
 * Paid 500 + 200 + 1,000 + 100 = 1,800, returned 200. Liability 450 + 550 + 190 + 300 in transit = 1,490.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NetworkName } from '~/tracking/networks'
import { saveUpiDetails } from '~/wallet/payout-details.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal, returnWithdrawal } from '~/wallet/payouts.server'
import { cancelWithdrawal } from '~/wallet/withdrawals.server'
import { rewrite } from '../support/rewrite'
import { clickOn, report, type Offer } from '../support/shop'
import { ask } from '../wallet/payout-support'
import { campaign, member } from '../wallet/support'
import { run } from './in-process'

const OCTOBER = ['--from', '2025-10-01', '--to', '2025-10-31']

type Letter = 'T' | 'I' | 'A'
const NETWORKS = { T: 'trackier', I: 'impact', A: 'admitad' } as const satisfies Record<Letter, NetworkName>
const ORDERS = { T: ['2000', '160'], I: ['1000', '120'], A: ['700', '45'] } as const

let offers: Record<Letter, Offer>
let asha: number
let ravi: number
let meena: number
let dev: number
const clickOf = new Map<string, string>()

/** T1 to T3: names('T', 1, 3). */
const names = (letter: Letter, first: number, last = first) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letter}${first + i}`)

/** The network reports sales: by default the whole order with its usual commission. */
async function reported(
  sales: string[],
  status: string,
  [amount, commission]: readonly [string, string?] | readonly [] = [],
): Promise<void> {
  for (const sale of sales) {
    const letter = sale[0] as Letter
    const order = ORDERS[letter]
    const outcome = await report(NETWORKS[letter], {
      click: clickOf.get(sale)!,
      sale,
      status,
      amount: amount ?? order[0],
      ...(amount === undefined ? { commission: order[1] } : commission !== undefined && { commission }),
    })
    // 'repeat': nothing changes for the member, only the commission.
    if (outcome !== 'applied' && outcome !== 'repeat') throw new Error(`${sale} ${status}: ${outcome}`)
  }
}

/** A step that the operator takes; a refusal ends the test. */
async function must(answer: Promise<{ ok: boolean }>): Promise<void> {
  const { ok, ...rest } = await answer
  if (!ok) throw new Error(`refused: ${JSON.stringify(rest)}`)
}

async function paid(userId: number, amount: string): Promise<number> {
  const id = await ask(userId, amount)
  await must(approveWithdrawal(id))
  await must(payWithdrawal(id, `OCTOBER${id}`))
  return id
}

/** Whatever was recorded since the last call happened on this day. */
async function itWas(day: string): Promise<void> {
  const at = sql`${`${day}T12:00:00+05:30`}::timestamptz`
  const latest = sql`created_at > '2025-12-31'`
  await rewrite(
    sql`UPDATE clicks SET created_at = ${at} WHERE ${latest}`,
    sql`UPDATE conversions SET created_at = ${at} WHERE ${latest}`,
    sql`UPDATE ledger_transfers SET created_at = ${at} WHERE ${latest}`,
  )
}

beforeAll(async () => {
  offers = {
    T: await campaign({ network: 'trackier', payout_hundredths: 500n }),
    I: await campaign({ network: 'impact', payout_hundredths: 1000n }),
    A: await campaign({ network: 'admitad', payout_hundredths: 5000n, payout_model: 'flat' }),
  }
  asha = await member()
  ravi = await member(asha)
  meena = await member()
  dev = await member()
  for (const id of [asha, ravi, meena, dev]) await saveUpiDetails(id, { upi: `october${id}@okbank` })
  const ofRavi = [...names('T', 1, 5), 'T11', 'T13', ...names('I', 1, 3), ...names('A', 1, 2)]
  const all = [...names('T', 1, 16), ...names('I', 1, 14), ...names('A', 1, 10)]

  // Thursday, 2 October: 50 clicks, ten of them without a sale; 12 + 11 + 9 sales are reported as pending.
  for (const sale of all) {
    const whose = sale === 'I11' ? dev : ofRavi.includes(sale) ? ravi : meena
    clickOf.set(sale, await clickOn(offers[sale[0] as Letter], whose))
  }
  for (let i = 0; i < 10; i++) await clickOn(offers.T, meena)
  await reported([...names('T', 1, 10), 'T14', 'T15', ...names('I', 1, 9), 'I13', 'I14'], 'pending')
  await reported([...names('A', 1, 9)], 'pending')
  await itWas('2025-10-02')

  // Friday, 10 October: approvals.
  await reported([...names('T', 1, 13), 'T16'], 'approved')
  await reported(names('I', 1, 9), 'locked')
  await reported(names('I', 10, 12), 'approved')
  await reported(names('A', 1, 7), 'approved')
  await reported(['A10'], 'approved', ['700'])
  await itWas('2025-10-10')

  // Wednesday, 15 October: withdrawals.
  await paid(ravi, '500')
  const unlucky = await paid(ravi, '200')
  await paid(meena, '1000')
  await ask(meena, '300')
  const failed = await ask(meena, '100')
  await must(approveWithdrawal(failed))
  await must(failWithdrawal(failed, 'no such UPI ID'))
  await must(cancelWithdrawal(asha, await ask(asha, '90')))
  await paid(dev, '100')
  await itWas('2025-10-15')

  // Friday, 24 October: changes, reversals, and a payment comes back.
  await reported(['T11', 'T12'], 'approved', ['1000', '80'])
  await reported(['T13'], 'cancelled')
  await reported(['T14'], 'rejected')
  await reported(['T16'], 'approved', ['2000', '140'])
  await reported(['I10', 'I11'], 'reversed')
  await reported(['I12'], 'approved', ['3000', '360'])
  await reported(['A8'], 'declined')
  await reported(['A10'], 'approved')
  await must(returnWithdrawal(unlucky, 'account closed'))
  await itWas('2025-10-24')
})

async function json<T>(...words: string[]): Promise<T> {
  const { code, out } = await run(...words, '--json')
  expect(code).toBe(0)
  return JSON.parse(out) as T
}
type Line = Record<string, string | number | null>
interface Stats {
  lines: Line[]
  total: Line
}

describe('stats of October', () => {
  test('has the commission, margin, liability and withdrawals that were reckoned by hand', async () => {
    expect((await json<Stats>('stats', ...OCTOBER)).total).toEqual({
      // 35 of the 50 clicks led to a sale that was not rejected or reversed.
      clicks: 50,
      conversion_rate: '70.00',
      // 40 without T13, T14, I10, I11 and A8.
      sales: 35,
      rejected: 5,
      // 12 x 2,000 + 2 x 1,000; 11 x 1,000 + 3,000; 9 x 700.
      sale_value: '46300.00',
      commission: '3700.00',
      cashback: '2800.00',
      referral: '190.00',
      margin: '710.00',
      other_costs: '0.00',
      result: '710.00',
      paid: '1800.00',
      returned: '200.00',
      liability: '1490.00',
      debts: '100.00',
    })
  })

  test('by network finds the one that loses money', async () => {
    const { lines } = await json<Stats>(
      'stats',
      '--by',
      'network',
      '--sort',
      'margin',
      '--reverse',
      ...OCTOBER,
    )
    expect(
      lines.map((l) => [
        l.network,
        l.clicks,
        l.sales,
        l.rejected,
        l.commission,
        l.cashback,
        l.referral,
        l.margin,
      ]),
    ).toEqual([
      ['admitad', 10, 9, 1, '360.00', '400.00', '20.00', '-60.00'],
      ['impact', 14, 12, 2, '1440.00', '1200.00', '60.00', '180.00'],
      ['trackier', 26, 14, 2, '1900.00', '1200.00', '110.00', '590.00'],
    ])
  })

  test('by week has each posting in the week in which it was made', async () => {
    const { lines } = await json<Stats>('stats', '--by', 'week', '--reverse', ...OCTOBER)
    expect(
      lines.map((l) => [
        l.week,
        l.sales,
        l.commission,
        l.cashback,
        l.referral,
        l.paid,
        l.returned,
        l.liability,
      ]),
    ).toEqual([
      // The 32 pending ones, of which T14 and A8 were rejected later.
      ['2025-09-29', 30, '0.00', '0.00', '0.00', '0.00', '0.00', '0.00'],
      // Commission 14 x 160 + 12 x 120 + 7 x 45 = 2,240 + 1,440 + 315. Cashback 14 x 100 + 12 x 100 + 8 x 50. A fifth of
      // Ravi's 700 + 300 + 100. First reported on this day: T11-T13, T16, I10-I12, A10; three of them were taken back.
      ['2025-10-06', 5, '3995.00', '3000.00', '220.00', '0.00', '0.00', '3220.00'],
      // 3,220 less what was paid.
      ['2025-10-13', 0, '0.00', '0.00', '0.00', '1800.00', '0.00', '1420.00'],
      // Commission T11, T12 -160, T13 -160, T16 -20, I10, I11 -240, I12 +240, A10 +45. Cashback -100 -100 -200 +200.
      // Referral a fifth of T11's 50 and T13's 100. Liability 1,420 - 200 - 30 + 200 returned + 100 that Dev owes.
      ['2025-10-20', 0, '-295.00', '-200.00', '-30.00', '0.00', '200.00', '1490.00'],
      ['2025-10-27', 0, '0.00', '0.00', '0.00', '0.00', '0.00', '1490.00'],
    ])
  })
})

test('the trial balance has the same figures, and balances', async () => {
  const { accounts, ...sums } = await json<{ accounts: Line[] }>(
    'books',
    'trial-balance',
    '--to',
    '2025-10-31',
  )
  expect(
    Object.fromEntries(accounts.map((line) => [line.account, line.debit ?? `-${line.credit ?? '0.00'}`])),
  ).toEqual(
    expect.objectContaining({
      // 200 returned less 1,800 paid.
      bank: '-1600.00',
      network_receivable: '3700.00',
      user_debt: '100.00',
      // 450 + 550 + 190.
      user_available: '-1190.00',
      payout_clearing: '-300.00',
      commission_income: '-3700.00',
      cashback_expense: '2800.00',
      referral_expense: '190.00',
      pending_contra: '350.00',
      user_pending: '-350.00',
    }),
  )
  // 3,700 + 100 + 2,800 + 190 + 350.
  expect(sums).toEqual({ debit: '7140.00', credit: '7140.00', difference: '0.00' })
})

const BALANCED = { code: 0, out: 'The books balance: no defect.\n' }

test('the audit finds nothing', async () => {
  expect(await run('audit')).toMatchObject(BALANCED)
})

test('a reversal in November leaves the amounts of October as they were', async () => {
  await reported(['T10'], 'cancelled')
  await itWas('2025-11-05')
  expect((await json<Stats>('stats', ...OCTOBER)).total).toMatchObject({
    commission: '3700.00',
    margin: '710.00',
    liability: '1490.00',
    // The sale itself was October's.
    sales: 34,
    rejected: 6,
  })
  const { total } = await json<Stats>('stats', '--from', '2025-11-01', '--to', '2025-11-30')
  expect(total).toMatchObject({
    clicks: 0,
    commission: '-160.00',
    cashback: '-100.00',
    margin: '-60.00',
    liability: '1390.00',
  })
  expect(await run('audit')).toMatchObject(BALANCED)
})
