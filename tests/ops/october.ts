/**
 * October of a small shop, calculated by hand: three networks, forty sales with changes and reversals, and withdrawals that
 * are paid, returned, failed and cancelled. month.test.ts compares the output of the commands with these sums.
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
import type { NetworkName } from '~/platform/config/networks'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { rewrite } from '../support/rewrite'
import { clickOn, report, type Offer } from '../support/shop'
import { requestAmount } from '../wallet/payout-support'
import { makeOffer, member } from '../wallet/support'

type Letter = 'T' | 'I' | 'A'
const NETWORKS = { T: 'trackier', I: 'impact', A: 'admitad' } as const satisfies Record<Letter, NetworkName>
const ORDERS = { T: ['2000', '160'], I: ['1000', '120'], A: ['700', '45'] } as const

let offers: Record<Letter, Offer>
let asha: number
export let ravi: number
export let meena: number
export let dev: number
const clickByOrder = new Map<string, string>()

/** names('T', 1, 3) is T1 to T3. */
export const names = (letter: Letter, first: number, last = first) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letter}${first + i}`)

/** Reports sales; by default the whole order with its usual commission. */
export async function reported(
  sales: string[],
  status: string,
  [amount, commission]: readonly [string, string?] | readonly [] = [],
): Promise<void> {
  for (const sale of sales) {
    const letter = sale[0] as Letter
    const order = ORDERS[letter]
    const outcome = await report(NETWORKS[letter], {
      click: clickByOrder.get(sale)!,
      sale,
      status,
      amount: amount ?? order[0],
      ...(amount === undefined ? { commission: order[1] } : commission !== undefined && { commission }),
    })
    // 'repeat': only the commission changes.
    if (outcome !== 'applied' && outcome !== 'repeat') throw new Error(`${sale} ${status}: ${outcome}`)
  }
}

/** Throws if the operation is refused. */
async function must(answer: Promise<{ ok: boolean }>): Promise<void> {
  const { ok, ...rest } = await answer
  if (!ok) throw new Error(`refused: ${JSON.stringify(rest)}`)
}

/** The bank reference contains the amount: OCTOBER500. */
async function paid(userId: number, amount: string): Promise<number> {
  const id = await requestAmount(userId, amount)
  await must(approveWithdrawal(id))
  await must(payWithdrawal(id, `OCTOBER${amount}`))
  return id
}

/** Backdates everything recorded since the last call to this day. */
export async function itWas(day: string): Promise<void> {
  const at = sql`${`${day}T12:00:00+05:30`}::timestamptz`
  const latest = sql`created_at > '2025-12-31'`
  await rewrite(
    // Their reports arrive today.
    sql`UPDATE clicks SET created_at = ${at}, promise_days = 3650 WHERE ${latest}`,
    sql`UPDATE conversions SET created_at = ${at} WHERE ${latest}`,
    sql`UPDATE ledger_transfers SET created_at = ${at} WHERE ${latest}`,
    sql`UPDATE withdrawals SET created_at = ${at} WHERE ${latest}`,
    sql`UPDATE withdrawal_steps SET created_at = ${at} WHERE ${latest}`,
  )
}

export async function liveOctober(): Promise<void> {
  offers = {
    T: await makeOffer({ network: 'trackier', payout_hundredths: 500n }),
    I: await makeOffer({ network: 'impact', payout_hundredths: 1000n }),
    A: await makeOffer({ network: 'admitad', payout_hundredths: 5000n, payout_model: 'flat' }),
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
    clickByOrder.set(sale, await clickOn(offers[sale[0] as Letter], whose))
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
  await requestAmount(meena, '300')
  const failed = await requestAmount(meena, '100')
  await must(approveWithdrawal(failed))
  await must(failWithdrawal(failed, 'no such UPI ID'))
  await must(cancelWithdrawal(asha, await requestAmount(asha, '90')))
  await paid(dev, '100')
  await itWas('2025-10-15')

  // Friday, 24 October: changes, reversals, and a returned payment.
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
}
