import { describe, expect, test } from 'vitest'
import { paise } from '~/money'
import { decide, type Decision, type Event, type Now, type State } from '~/tracking/conversion-states'
import { cashbackOf } from '~/tracking/rate'

const x = paise(500n)
const y = paise(800n)
const sale = paise(10_000n)

const now = (state: State): Now => ({ state, cashback: x, sale })
const says = (report: Event['report'], cashback = x): Event => ({ report, cashback, sale })
const applied = (state: string, pending = 0n, granted = 0n) => ({
  outcome: 'applied',
  state,
  pending,
  granted,
})
const quarantined = { outcome: 'quarantined', reason: 'after-rejection' }
const repeat = { outcome: 'repeat' }

/** money.md, section 3, row by row. */
const TABLE: [State, Event, object][] = [
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

  ...(['rejected', 'reversed'] as const).flatMap((state): [State, Event, object][] => [
    [state, says('pending'), quarantined],
    [state, says('approved'), quarantined],
    [state, says('approved', y), quarantined],
    [state, says('rejected'), repeat],
    [state, says('reversed'), repeat],
  ]),
]

describe('decide', () => {
  test.each(TABLE.map(([state, event, expected]) => ({ state, event, expected })))(
    '$state + $event.report $event.cashback',
    ({ state, event, expected }) => {
      const decision: Decision = decide(now(state), event)
      expect(decision).toEqual(expected)
    },
  )

  test('the same cashback of another sale is no repeat: the sale is noted', () => {
    const other = { ...says('approved'), sale: paise(10_001n) }
    expect(decide(now('approved'), other)).toEqual(applied('approved', 0n, 500n))
  })
})

describe('cashbackOf', () => {
  const rate = (payout_hundredths: bigint | null, payout_model = 'percentage', currency = 'Rs.') => ({
    payout_hundredths,
    payout_model,
    currency,
  })

  test.each([
    ['8.25 % of 1,999.90 is rounded down to the paisa', rate(825n), 199_990n, 16_499n],
    ['5 % of 0.19 is nothing', rate(500n), 19n, 0n],
    ['5 % of 0.20 is one paisa', rate(500n), 20n, 1n],
    ['a flat payout does not ask for the sale', rate(25_000n, 'flat'), null, 25_000n],
    ['INR is rupees', rate(25_000n, 'CPS', 'INR'), 100n, 25_000n],
    ['a flat payout in another currency credits nothing', rate(25_000n, 'flat', 'EUR'), 100n, 0n],
    ['no payout credits nothing', rate(null), 100_000n, 0n],
    ['a percentage of an unknown sale is nothing', rate(500n), null, 0n],
  ])('%s', (_, of, amount, expected) => {
    expect(cashbackOf(of, amount === null ? null : paise(amount))).toBe(expected)
  })
})
