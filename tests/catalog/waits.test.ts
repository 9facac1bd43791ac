import { describe, expect, test } from 'vitest'
import { chooseWaits, describeStore, expectStep } from '~/domain/catalog/waits'

const NOTHING_STATED = { tracks_in_hours: null, confirms_in_days: null, app_orders: null }
const STATED = { tracks_in_hours: 48, confirms_in_days: 40, app_orders: false }

describe('the waiting times of a visit', () => {
  test('are those that were measured, else those that the operator stated, else unknown', () => {
    const confirm = { sales: 30, p50: 200, p90: 300 }
    expect(chooseWaits({ confirm }, STATED)).toEqual({ track: { p50: null, p90: 48 }, confirm })
    expect(chooseWaits(null, NOTHING_STATED)).toEqual({ track: null, confirm: null })
  })

  test('stay unknown where too many sales wait to measure one', () => {
    const confirm = { sales: 90, p50: 200, p90: null }
    const waits = chooseWaits({ confirm }, STATED)
    expect(expectStep(new Date(), waits.confirm)).toBeNull()
  })
})

describe('an expected date', () => {
  const since = new Date('2026-11-01T10:00:00Z')
  const expectAt = (now: string) => expectStep(since, { p50: 24, p90: 240 }, new Date(now))

  test('is a day in India, with the day of half of the orders', () => {
    expect(expectAt('2026-11-02T00:00:00Z')).toEqual({
      by: new Date('2026-11-11T10:00:00Z'),
      half: new Date('2026-11-02T10:00:00Z'),
      isLate: false,
    })
  })

  test.each([
    ['2026-11-11T18:29:59Z', false],
    ['2026-11-11T18:30:00Z', true],
  ])('at %s is late: %s', (now, isLate) => {
    expect(expectAt(now)!.isLate).toBe(isLate)
  })
})

test('the facts of a store are its own figures, else those that the operator stated', () => {
  const counted = { track: { sales: 31, p50: 0, p90: 0 }, confirm: { sales: 31, p50: 700, p90: 990 } }
  expect(describeStore(counted, STATED)).toEqual({ tracks: 1, confirms: 700, appOrders: false, sales: 31 })
  const track = { sales: 31, p50: 22, p90: 46 }
  expect(describeStore({ track }, NOTHING_STATED)).toMatchObject({ tracks: 48, confirms: null, sales: 31 })
  expect(describeStore(null, STATED)).toEqual({ tracks: 48, confirms: 960, appOrders: false, sales: null })
  expect(
    describeStore({ ...counted, confirm: { sales: 31, p50: null, p90: null } }, STATED).confirms,
  ).toBeNull()
})
