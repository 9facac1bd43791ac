/** The steps of a run, made up by fast-check. */
import fc from 'fast-check'
import type { Rate } from './books'
import type { Step } from './steps'

const oneOf = <const T>(...values: T[]) => fc.constantFrom(...values)

/** What a campaign promises. */
export const rate: fc.Arbitrary<Rate> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ percent: oneOf(500n, 825n, 3_333n, 10_000n), cap: fc.constant(null) }),
  },
  { weight: 1, arbitrary: fc.record({ percent: fc.constant(1_000n), cap: fc.constant(50_00n) }) },
  {
    weight: 2,
    arbitrary: fc.record({ flat: oneOf(25_000n, 99n), rupees: fc.boolean(), cap: oneOf(null, 100_00n) }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** Few amounts, so that they meet. */
const amount: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 4, arbitrary: oneOf(0n, 1n, 19n, 100_00n, 200_00n, 999_99n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 300_00n }) },
)

const report: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('report'),
  click: fc.nat(12),
  sale: fc.nat(7),
  kind: oneOf('pending', 'pending', 'approved', 'approved', 'approved', 'rejected', 'reversed'),
  amount: fc.oneof({ weight: 11, arbitrary: amount }, { weight: 1, arbitrary: fc.constant(null) }),
  variant: fc.nat(2),
})
const withdraw: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('withdraw'),
  who: fc.nat(2),
  amount: fc.oneof(oneOf('all'), oneOf('half', 'too much'), oneOf(0n, 1n, 500n)),
  key: fc.nat(9),
})
const advance: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('advance'),
  withdrawal: oneOf(0, 0, 0, 1, 2, 5),
  step: fc.nat(5),
  wild: oneOf(false, false, false, true),
  fact: oneOf('A', 'B'),
  by: fc.nat(5),
})
export const click: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('click'),
  who: fc.nat(3),
  network: fc.nat(4),
})
export const reprice: fc.Arbitrary<Step> = fc.record({ do: fc.constant('reprice'), network: fc.nat(4), rate })

const claim: fc.Arbitrary<Step> = fc.record({ do: fc.constant('claim'), who: fc.nat(2), click: fc.nat(12) })

/** A step that moves money, or is refused. */
export const money: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: report },
  { weight: 6, arbitrary: withdraw },
  { weight: 6, arbitrary: advance },
  { weight: 1, arbitrary: claim },
)

/** Two steps of one withdrawal, two or three steps of any kind at once, or one step sent two or three times at once. */
export const atOnce: fc.Arbitrary<Step[]> = fc.oneof(
  fc.tuple(advance, advance),
  fc.array(money, { minLength: 2, maxLength: 3 }),
  fc
    .tuple(money, fc.integer({ min: 2, max: 3 }))
    .map(([step, times]) => Array.from({ length: times }, () => step)),
)
