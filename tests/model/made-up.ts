// Arbitraries of fast-check for the steps of a run.
import fc from 'fast-check'
import type { Provider, Rate } from './books'
import type { Cut } from './cuts'
import type { Resolution } from './inbox'
import { ALL_SPOILS } from './sheets'
import type { Step } from './steps'

const pickOneOf = <const T>(...values: T[]) => fc.constantFrom(...values)

export const rate: fc.Arbitrary<Rate> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ percent: pickOneOf(500n, 825n, 3_333n, 10_000n), cap: fc.constant(null) }),
  },
  { weight: 1, arbitrary: fc.record({ percent: fc.constant(1_000n), cap: fc.constant(50_00n) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      flat: pickOneOf(25_000n, 99n),
      rupees: fc.boolean(),
      cap: pickOneOf(null, 100_00n),
    }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
)

/** Few values, so that equal amounts occur. */
const amount: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 4, arbitrary: pickOneOf(0n, 1n, 19n, 100_00n, 200_00n, 999_99n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 300_00n }) },
)

const commissions: fc.Arbitrary<bigint | null> = pickOneOf(null, null, null, null, 0n, 50_00n, 2_000_00n)

const reportBy = <Do extends 'report' | 'store'>(
  what: Do,
  commission: fc.Arbitrary<bigint | null | 'share'> = commissions,
): fc.Arbitrary<Extract<Step, { do: Do }>> =>
  fc.record({
    do: fc.constant(what),
    click: fc.nat(12),
    sale: fc.nat(7),
    kind: pickOneOf('pending', 'pending', 'approved', 'approved', 'approved', 'rejected', 'reversed'),
    amount: fc.oneof({ weight: 11, arbitrary: amount }, { weight: 1, arbitrary: fc.constant(null) }),
    commission,
    variant: fc.nat(2),
  }) as fc.Arbitrary<Extract<Step, { do: Do }>>
const report = reportBy('report')
const plainReport = reportBy('report', fc.constant('share' as const))
const store = reportBy('store')
const resolve: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('resolve'),
  place: fc.nat(3),
  how: fc.constantFrom<Resolution[]>('in-full', 'in-full', 'up-to-cap', 1n, 250_00n, 'dismiss', 'replay'),
})
const apply: fc.Arbitrary<Step> = fc.record({ do: fc.constant('apply'), place: fc.nat(4) })
const withdraw: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('withdraw'),
  who: fc.nat(2),
  amount: fc.oneof(pickOneOf('half'), pickOneOf('half', 'all', 'too much'), pickOneOf(0n, 1n, 500n)),
  key: fc.nat(9),
})
const advance: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('advance'),
  withdrawal: pickOneOf(0, 0, 0, 1, 2, 5),
  // Weighted towards approval.
  step: pickOneOf(0, 0, 0, 1, 2, 3, 4, 5),
  wild: pickOneOf(false, false, false, true),
  fact: pickOneOf('A', 'B'),
  by: fc.nat(5),
})
export const click: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('click'),
  who: fc.nat(3),
  network: fc.nat(4),
})
export const reprice: fc.Arbitrary<Step> = fc.record({ do: fc.constant('reprice'), network: fc.nat(4), rate })

const refuse: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('refuse'),
  withdrawal: pickOneOf(0, 0, 1),
  reason: pickOneOf('A', 'B'),
})
const hold: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('hold'),
  who: fc.nat(2),
  on: pickOneOf(true, false, false),
})
export const exported: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('export'),
  despiteDebt: fc.boolean(),
})

export const leave: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('leave'),
  who: fc.nat(2),
  forfeit: pickOneOf(true, true, false),
})
export const comeBack: fc.Arbitrary<Step> = fc.record({ do: fc.constant('return'), who: fc.nat(2) })
export const lift: fc.Arbitrary<Step> = fc.record({ do: fc.constant('lift'), who: fc.nat(2) })

export const sheet: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('sheet'),
  network: fc.nat(4),
  spoil: fc.constantFrom(...ALL_SPOILS),
})

const adjust: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('adjust'),
  who: fc.nat(3),
  kind: pickOneOf('credit', 'debit', 'debit', 'goodwill', 'write-off', 'write-off'),
  amount: fc.oneof(pickOneOf('debt', 'more than the wallet'), pickOneOf(1n, 50_00n, 60_00n, 130_00n)),
  key: fc.nat(20),
  by: fc.nat(1),
})
const decide: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('decide'),
  adjustment: pickOneOf(0, 0, 1, 2),
  to: pickOneOf('applied', 'applied', 'applied', 'refused'),
  by: fc.nat(1),
})

const tie: fc.Arbitrary<Step> = fc.record({ do: fc.constant('tie'), who: fc.nat(2), on: fc.boolean() })
const save: fc.Arbitrary<Step> = fc.record({ do: fc.constant('save'), who: fc.nat(2), whose: fc.nat(2) })
const judge: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('judge'),
  signal: pickOneOf(0, 0, 1, 2),
  to: pickOneOf('cleared', 'upheld'),
})

/** One at a time. Payouts among them, because a destination counts once it was paid to. */
export const aboutPersons: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: tie },
  { weight: 5, arbitrary: save },
  { weight: 2, arbitrary: judge },
  { weight: 2, arbitrary: adjust },
  { weight: 2, arbitrary: decide },
  { weight: 2, arbitrary: withdraw },
  { weight: 4, arbitrary: advance },
)

/** Mostly about the latest clicks and claims, which have no order yet. */
const newest = pickOneOf(0, 0, 0, 1, 1, 2, 3)

const openClaim: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('open claim'),
  click: newest,
  kind: pickOneOf('missing', 'missing', 'missing', 'wrong-amount'),
})
const decideClaim: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('decide claim'),
  claim: newest,
  to: pickOneOf('sent', 'answered', 'declined'),
})
const appeal: fc.Arbitrary<Step> = fc.record({ do: fc.constant('appeal'), claim: newest })
const credit: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('credit'),
  claim: newest,
  amount: pickOneOf(1n, 100_00n, 200_00n, 200_00n, 999_99n, 500_000_000_00n),
})
const clickOfTrackier: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('click'),
  who: fc.nat(3),
  network: fc.constant(0),
})
/** Mostly of the click that has the order. */
const reportOrder: fc.Arbitrary<Step> = fc
  .record({
    do: fc.constant('report order' as const),
    click: newest,
    of: newest,
    isRight: pickOneOf(true, true, false),
    kind: pickOneOf('pending', 'approved', 'approved', 'approved', 'rejected', 'reversed'),
    amount: pickOneOf(100_00n, 200_00n, 200_00n, 999_99n),
    variant: fc.nat(2),
  })
  .map(({ isRight, ...step }) => ({ ...step, of: isRight ? step.click : step.of }))

/** One at a time: what a credit and a report do at one instant is in tests/tracking/claims.test.ts. */
export const aboutClaims: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: clickOfTrackier },
  { weight: 4, arbitrary: openClaim },
  { weight: 1, arbitrary: decideClaim },
  { weight: 1, arbitrary: appeal },
  { weight: 5, arbitrary: credit },
  { weight: 5, arbitrary: reportOrder },
)

const settle: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('settle'),
  sale: fc.nat(3),
  amount: pickOneOf('all', 'all', 'half', 'half', 'too much'),
  reference: fc.nat(20),
})
const giveUp: fc.Arbitrary<Step> = fc.record({ do: fc.constant('give up'), sale: fc.nat(3) })

const claim: fc.Arbitrary<Step> = fc.record({ do: fc.constant('claim'), who: fc.nat(2), click: fc.nat(12) })

/** Few withdrawals, mostly the latest. */
const latest = pickOneOf(0, 0, 1, 2)

const ask: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('ask'),
  withdrawal: latest,
  manner: pickOneOf('pending', 'pending', 'paid', 'failed', 'refused', 'broken', 'broken', 'down'),
})
/** Changes at the provider; never concurrent with other steps, so that all see the same state. */
export const turn: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('turn'),
  withdrawal: latest,
  to: pickOneOf('paid', 'paid', 'paid quietly', 'failed', 'reversed', 'reversed'),
})
const hear: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('hear'),
  withdrawal: latest,
  event: pickOneOf(0, 0, 1, 2),
})

const plainMoneyWith = (provider: Provider | null): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: provider ? 6 : 12, arbitrary: plainReport },
    { weight: 8, arbitrary: withdraw },
    { weight: 10, arbitrary: advance },
    { weight: 1, arbitrary: claim },
    { weight: provider ? 12 : 0, arbitrary: ask },
    { weight: provider ? 8 : 0, arbitrary: hear },
  )

const wideMoneyWith = (provider: Provider | null): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: provider ? 5 : 10, arbitrary: report },
    { weight: provider ? 2 : 4, arbitrary: store },
    { weight: provider ? 1 : 2, arbitrary: apply },
    { weight: provider ? 1 : 2, arbitrary: resolve },
    { weight: 8, arbitrary: withdraw },
    { weight: 10, arbitrary: advance },
    { weight: 1, arbitrary: claim },
    { weight: 1, arbitrary: refuse },
    { weight: 1, arbitrary: hold },
    { weight: provider ? 12 : 0, arbitrary: ask },
    { weight: provider ? 8 : 0, arbitrary: hear },
  )

const withAdjustments = (money: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: money },
    { weight: 1, arbitrary: adjust },
    { weight: 1, arbitrary: decide },
  )

const withPayments = (money: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 4, arbitrary: money },
    { weight: 2, arbitrary: plainReport },
    { weight: 3, arbitrary: settle },
    { weight: 1, arbitrary: giveUp },
  )

export interface Makings {
  provider: Provider | null
  /** All kinds of steps. */
  isWide: boolean
  hasAdjustments: boolean
  hasPayments: boolean
}

export const moneyWith = ({ provider, isWide, hasAdjustments, hasPayments }: Makings): fc.Arbitrary<Step> => {
  const money = isWide ? wideMoneyWith(provider) : plainMoneyWith(provider)
  return hasAdjustments ? withAdjustments(money) : hasPayments ? withPayments(money) : money
}

/** Never a step that involves a provider. */
export const cutWith = ({
  hasAdjustments,
  hasPayments,
}: Pick<Makings, 'hasAdjustments' | 'hasPayments'>): fc.Arbitrary<{ step: Step; cut: Cut }> =>
  fc.record({
    step: moneyWith({ provider: null, isWide: true, hasAdjustments, hasPayments }),
    cut: fc.record({ after: fc.nat(14), broken: pickOneOf('connection', 'process', 'database') }),
  })

/** Concurrent steps. `whileAsked`: the others happen during the provider's first request. */
export interface Group {
  steps: Step[]
  whileAsked: boolean
}

/** Two steps of one withdrawal, two reports of one sale, steps of any kind, or one step sent several times. */
export const atOnceWith = (makings: Makings): fc.Arbitrary<Group> => {
  const { provider, isWide, hasAdjustments } = makings
  const money = moneyWith(makings)
  const one = isWide ? report : plainReport
  const ofOne = provider ? fc.oneof(advance, ask, hear) : advance
  const steps = fc
    .oneof(
      fc.tuple(ofOne, ofOne),
      fc.array(money, { minLength: 2, maxLength: 3 }),
      fc
        .tuple(money, fc.integer({ min: 2, max: 3 }))
        .map(([step, times]) => Array.from({ length: times }, () => step)),
      fc
        .tuple(one, isWide ? fc.oneof(report, store) : plainReport)
        .map(([first, other]) => [first, { ...other, click: first.click, sale: first.sale }]),
      ...(isWide ? [fc.tuple(apply, fc.oneof(apply, report))] : []),
      ...(provider ? [ask.map((step) => [step, step])] : []),
      ...(hasAdjustments ? [fc.tuple(decide, decide), fc.tuple(adjust, adjust)] : []),
    )
    .map(inOneManner)
  return fc.record({ steps, whileAsked: provider ? fc.boolean() : fc.constant(false) })
}

/** Only one of several concurrent requests reaches the provider, so all have the same manner. */
function inOneManner(steps: Step[]): Step[] {
  const first = steps.find((step) => step.do === 'ask')
  return steps.map((step) => (step.do === 'ask' && first ? { ...step, manner: first.manner } : step))
}
