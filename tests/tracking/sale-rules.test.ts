/** What is decided of a sale without the database, at the edges of each rule. */
import { describe, expect, test } from 'vitest'
import { decideLate, getRank, type Conversion, type State } from '~/domain/tracking/conversions'
import { computeCashback, findLastPromisedDay, isAfterPromise } from '~/domain/tracking/promise'
import type { ReportedSale } from '~/domain/tracking/reports'
import {
  findDeclineReason,
  findOtherCommission,
  findReportedAmounts,
  toNewConversion,
  toRepeatedReport,
} from '~/domain/tracking/sales/report-columns'
import { paise, zero } from '~/platform/formats/money'

const HOUR = 3_600_000
const at = new Date('2026-01-10T12:00:00+05:30')
const after = (from: Date, ms: number) => new Date(from.getTime() + ms)
const promised = { at, promise_days: null, promised_until: null }
/** The first instant without the promise: midnight behind the 90th day. */
const end = new Date('2026-04-11T00:00:00+05:30')

describe('the promise of a click', () => {
  test.each([
    ['its own last day', { promised_until: new Date('2026-02-01T08:00:00+05:30') }, '2026-02-01'],
    ['so many days', { promise_days: 3 }, '2026-01-13'],
    [
      'its own last day before its days',
      { promised_until: new Date('2026-02-01T08:00:00+05:30'), promise_days: 3 },
      '2026-02-01',
    ],
    ['no days at all: 0', { promise_days: 0 }, '2026-01-10'],
    ['days of a process that does not store them', {}, '2026-04-10'],
  ])('with %s is kept until %j: the end of %s', (_, days, last) => {
    expect(findLastPromisedDay({ ...promised, ...days })).toEqual(new Date(`${last}T23:59:59.999+05:30`))
  })

  test.each<[string, boolean, Date, Date | null]>([
    ['received in its last instant', false, after(end, -1), null],
    ['received at its end', true, end, null],
    ['ordered in its last instant, received later', false, after(end, 5 * HOUR), after(end, -1)],
    ['ordered at its end', true, after(end, 5 * HOUR), end],
    ['ordered in the instant of a report behind its end', true, end, end],
    ['ordered in the instant of a report before its end', false, after(end, -HOUR), after(end, -HOUR)],
    ['ordered after the report', false, after(end, -HOUR), after(end, HOUR)],
    ['ordered less than a day before the click', false, after(end, HOUR), after(at, 1 - 24 * HOUR)],
    ['ordered a day before the click', true, after(end, HOUR), after(at, -24 * HOUR)],
    ['ordered in the day after the click', false, after(end, HOUR), after(at, 24 * HOUR - 1)],
  ])('is over for a sale %s: %s', (_, isLate, receivedAt, orderedAt) => {
    expect(isAfterPromise(promised, receivedAt, orderedAt)).toBe(isLate)
  })
})

test.each([
  ['a percentage', 'percentage', 1250n, 'INR', null, 999_99n, 124_99n],
  ['a percentage of no known sale', 'percentage', 1250n, 'INR', null, null, 0n],
  ['a percentage below its cap', 'percentage', 1000n, 'INR', 100_01n, 1000_00n, 100_00n],
  ['a percentage at its cap', 'percentage', 1000n, 'INR', 100_00n, 1000_00n, 100_00n],
  ['a percentage above its cap', 'percentage', 1000n, 'INR', 99_99n, 1000_00n, 99_99n],
  ['a flat payout', 'flat', 50_00n, 'INR', null, null, 50_00n],
  ['a flat payout in dollars', 'flat', 50_00n, 'USD', null, 1000_00n, 0n],
  ['no payout', 'percentage', null, 'INR', 5n, 1000_00n, 0n],
])(
  'the cashback of %s is exact',
  (_, payout_model, payout_hundredths, currency, cap_paise, sale, cashback) => {
    const rate = { payout_model, payout_hundredths, currency, cap_paise } as Parameters<
      typeof computeCashback
    >[0]
    expect(computeCashback(rate, sale === null ? null : paise(sale))).toBe(cashback)
  },
)

describe('states of a sale', () => {
  test.each<[State, number]>([
    ['none', -1],
    ['pending', 0],
    ['approved', 1],
    ['rejected', 2],
    ['reversed', 2],
  ])('%s has the rank %i', (state, rank) => {
    expect(getRank(state)).toBe(rank)
  })

  const event = { amount: paise(100_00n), cashback: paise(5_00n) }

  test.each<[now: State, report: 'pending' | 'approved' | 'rejected', outcome: string]>([
    ['pending', 'approved', 'applied'],
    ['pending', 'pending', 'superseded'],
    ['approved', 'approved', 'superseded'],
    ['approved', 'pending', 'stale'],
    ['approved', 'rejected', 'applied'],
    ['rejected', 'approved', 'superseded'],
    ['reversed', 'rejected', 'repeat'],
  ])('%s, and a report from before it that says %s: %s', (state, report, outcome) => {
    const now = { state, amount: paise(200_00n), cashback: paise(10_00n) }
    expect(decideLate(now, { ...event, report }).outcome).toBe(outcome)
  })
})

describe('the row of a report', () => {
  const sale: ReportedSale = {
    clickId: 'click',
    conversionId: null,
    orderNumber: 'ORDER-1',
    externalId: 'ORDER-1',
    otherIds: [],
    report: 'approved',
    amount: paise(100_00n),
    networkPayout: null,
  }
  const known = (row: Partial<Conversion>) => row as Conversion
  const click = { id: 'click', campaign_id: 5, userId: 7, referrerId: null } as unknown as Parameters<
    typeof toNewConversion
  >[2]

  test.each<[string, Partial<ReportedSale>, Partial<Conversion>[], string]>([
    ['its own key', {}, [], 'ORDER-1'],
    [
      'another one where a sale without an id has its key',
      {},
      [{ conversion_id: null, external_id: 'ORDER-1' }],
      'ORDER-1:report:31',
    ],
    ['its own where that sale has an id', {}, [{ conversion_id: 'C1', external_id: 'ORDER-1' }], 'ORDER-1'],
    [
      'its own where a sale without an id has another',
      {},
      [{ conversion_id: null, external_id: 'ORDER-2' }],
      'ORDER-1',
    ],
    [
      'its own if it has an id',
      { conversionId: 'C2', externalId: 'C2' },
      [{ conversion_id: null, external_id: 'C2' }],
      'C2',
    ],
    [
      'another one where the second of two has its key',
      {},
      [
        { conversion_id: 'C1', external_id: 'ORDER-1' },
        { conversion_id: null, external_id: 'ORDER-1' },
      ],
      'ORDER-1:report:31',
    ],
  ])('of a new sale has %s', (_, given, candidates, key) => {
    const row = toNewConversion('trackier', { ...sale, ...given }, click, candidates.map(known), 31)
    expect(row.external_id).toBe(key)
    expect(row).toMatchObject({ campaign_id: 5, user_id: 7, referrer_id: null, order_number: 'ORDER-1' })
  })

  test.each<[string, Partial<ReportedSale>, Partial<Conversion> | null, unknown]>([
    ['of this report', { report: 'rejected', reason: 'returned' }, { decline_reason: 'terms' }, 'returned'],
    ['of the report before', { report: 'rejected' }, { decline_reason: 'terms' }, 'terms'],
    ['of none', { report: 'rejected' }, null, null],
    [
      'of none while the sale counts',
      { report: 'approved', reason: 'returned' },
      { decline_reason: 'terms' },
      null,
    ],
  ])('has the reason %s', (_, given, now, reason) => {
    expect(findDeclineReason({ ...sale, ...given }, now && known(now))).toBe(reason)
  })

  test('that ends a sale keeps its amount, and the commission that was named before', () => {
    const now = known({ sale_paise: 80_00n, network_payout_paise: 8_00n })
    expect(findReportedAmounts({ ...sale, report: 'rejected' }, now)).toEqual({
      sale: 80_00n,
      networkPayout: 8_00n,
    })
    expect(findReportedAmounts({ ...sale, report: 'rejected' }, null)).toEqual({
      sale: null,
      networkPayout: null,
    })
    expect(findReportedAmounts({ ...sale, networkPayout: paise(9_00n) }, now)).toEqual({
      sale: 100_00n,
      networkPayout: 9_00n,
    })
  })

  test('that repeats a sale has its own number, or that of the sale where it has none', () => {
    const now = known({ report_id: 4, decline_reason: null, network_payout_paise: null })
    expect(toRepeatedReport(sale, now, 31).report_id).toBe(31)
    expect(toRepeatedReport(sale, now, null).report_id).toBe(4)
  })

  test.each([
    [null, 8_00n, {}],
    [8_00n, 8_00n, {}],
    [zero, 8_00n, { commission: { from: 8_00n, to: 0n } }],
    [9_00n, null, { commission: { from: null, to: 9_00n } }],
  ])('that names the commission %s where %s was known differs by what it should', (to, from, commission) => {
    const named = { ...sale, networkPayout: to === null ? null : paise(to) }
    expect(findOtherCommission(named, known({ network_payout_paise: from }))).toEqual(commission)
  })
})
