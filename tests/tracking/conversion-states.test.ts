import { describe, expect, test } from 'vitest'
import { paise } from '~/platform/formats/money'
import {
  decideTransition,
  decideLate,
  isEnd,
  type Decision,
  type SaleReport,
  type PresentSale,
  type State,
} from '~/domain/tracking/conversions'
import { computeCashback } from '~/domain/tracking/promise'

const x = paise(500n)
const y = paise(800n)
const sale = paise(10_000n)

const now = (state: State): PresentSale => ({ state, cashback: x, amount: sale })
const says = (report: SaleReport['report'], cashback = x): SaleReport => ({ report, cashback, amount: sale })
const applied = (state: string, pending = 0n, granted = 0n) => ({
  outcome: 'applied',
  state,
  pending,
  granted,
})
const quarantined = { outcome: 'quarantined', reason: 'after-rejection' }
const repeat = { outcome: 'repeat' }

/** The table of docs/rules.md#30, row by row. */
const TABLE: [State, SaleReport, object][] = [
  ['none', says('pending'), applied('pending', 500n)],
  ['none', says('approved'), applied('approved', 0n, 500n)],
  ['none', says('rejected'), applied('rejected')],
  ['none', says('reversed'), applied('rejected')],

  ['pending', says('pending'), repeat],
  ['pending', says('pending', y), applied('pending', 800n)],
  ['pending', says('approved'), applied('approved', 0n, 500n)],
  ['pending', says('approved', y), applied('approved', 0n, 800n)],
  ['pending', says('rejected'), applied('rejected')],
  ['pending', says('reversed'), applied('rejected')],

  ['approved', says('pending'), { outcome: 'stale' }],
  ['approved', says('pending', y), { outcome: 'stale' }],
  ['approved', says('approved'), repeat],
  ['approved', says('approved', y), applied('approved', 0n, 800n)],
  ['approved', says('rejected'), applied('reversed')],
  ['approved', says('reversed'), applied('reversed')],

  ...(['rejected', 'reversed'] as const).flatMap((state): [State, SaleReport, object][] => [
    [state, says('pending'), quarantined],
    [state, says('approved'), quarantined],
    [state, says('approved', y), quarantined],
    [state, says('rejected'), repeat],
    [state, says('reversed'), repeat],
  ]),
]

describe('decide()', () => {
  test.each(TABLE.map(([state, event, expected]) => ({ state, event, expected })))(
    '$state + $event.report $event.cashback',
    ({ state, event, expected }) => {
      const decision: Decision = decideTransition(now(state), event)
      expect(decision).toEqual(expected)
    },
  )

  test('the same cashback for a different sale amount is not a repeat: the amount is stored', () => {
    const other = { ...says('approved'), amount: paise(10_001n) }
    expect(decideTransition(now('approved'), other)).toEqual(applied('approved', 0n, 500n))
  })
})

describe('decideLate()', () => {
  const superseded = { outcome: 'superseded' }
  test.each<[State, SaleReport, object]>([
    ['pending', says('pending', y), superseded],
    ['pending', says('approved', y), applied('approved', 0n, 800n)],
    ['approved', says('approved', y), superseded],
    ['approved', says('pending'), { outcome: 'stale' }],
    ['approved', says('rejected'), applied('reversed')],
    ['rejected', says('approved'), superseded],
    ['reversed', says('pending'), superseded],
    ['reversed', says('reversed'), repeat],
  ])('%s + an older %o: %o', (state, event, expected) => {
    expect(decideLate(now(state), event)).toEqual(expected)
  })

  test('five reports in any order of receipt and processing end in the same state', () => {
    const amounts = [x, y, y, x, x]
    const kinds = ['pending', 'approved', 'rejected', 'approved', 'pending'] as const
    const events = kinds.map((report, i) => ({
      ...says(report, amounts[i]),
      amount: paise(BigInt(1000 + i)),
    }))
    /** The expected end: the last report of the highest rank. */
    const applyAll = (received: SaleReport[], processed: number[]) => {
      let shown: PresentSale & { id: number } = { state: 'none', cashback: paise(0n), amount: null, id: -1 }
      for (const id of processed) {
        const event = received[id]!
        const decision = (id < shown.id ? decideLate : decideTransition)(shown, event)
        if (decision.outcome === 'applied')
          shown = {
            state: decision.state,
            cashback: paise(decision.pending + decision.granted),
            amount: isEnd(decision.state) ? null : event.amount,
            id,
          }
        else if (decision.outcome === 'repeat') shown.id = Math.max(shown.id, id)
      }
      return { ...shown, state: isEnd(shown.state) ? 'rejected' : shown.state }
    }
    const orders = permutations([0, 1, 2, 3, 4])
    for (const order of orders) {
      const received = order.map((n) => events[n]!)
      const inOrder = applyAll(received, [0, 1, 2, 3, 4])
      for (const processed of orders) {
        const end = applyAll(received, processed)
        if (end.state !== inOrder.state || end.cashback !== inOrder.cashback || end.id !== inOrder.id)
          expect({ order, processed, end }).toEqual({ order, processed, end: inOrder })
      }
    }
    expect(orders).toHaveLength(120)
  })
})

function permutations(all: number[]): number[][] {
  if (!all.length) return [[]]
  return all.flatMap((one) => permutations(all.filter((n) => n !== one)).map((rest) => [one, ...rest]))
}

describe('computeCashback()', () => {
  const rate = (payout_hundredths: bigint | null, payout_model = 'percentage', currency = 'Rs.') => ({
    payout_hundredths,
    payout_model,
    currency,
    cap_paise: null,
  })

  test.each([
    ['8.25 % of 1,999.90 is rounded down to the paisa', rate(825n), 199_990n, 16_499n],
    ['5 % of 0.19 is nothing', rate(500n), 19n, 0n],
    ['5 % of 0.20 is one paisa', rate(500n), 20n, 1n],
    ['a flat payout needs no sale amount', rate(25_000n, 'flat'), null, 25_000n],
    ['INR is rupees', rate(25_000n, 'CPS', 'INR'), 100n, 25_000n],
    ['a flat payout in another currency credits nothing', rate(25_000n, 'flat', 'EUR'), 100n, 0n],
    ['no payout credits nothing', rate(null), 100_000n, 0n],
    ['a percentage of an unknown sale is nothing', rate(500n), null, 0n],
  ])('%s', (_, of, amount, expected) => {
    expect(computeCashback(of, amount === null ? null : paise(amount))).toBe(expected)
  })
})
