import { describe, expect, test } from 'vitest'
import { findSaleDates, findSaleState, listVisitSteps, type SaleState } from '~/domain/tracking/visit-states'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const NOW = day(20)

const sale = (facts: object) => ({
  status: 'approved' as const,
  granted_paise: 100n,
  withdrawable_at: null,
  created_at: day(2),
  updated_at: day(9),
  ...facts,
})

describe('the state of a sale', () => {
  test.each([
    [{ status: 'pending', granted_paise: 0n }, 'tracked'],
    [{}, 'withdrawable'],
    [{ withdrawable_at: day(20) }, 'withdrawable'],
    [{ withdrawable_at: day(21) }, 'confirmed'],
    [{ granted_paise: 0n }, 'confirmed'],
    [{ status: 'rejected', granted_paise: 0n }, 'declined'],
    [{ status: 'reversed', granted_paise: 0n }, 'declined'],
  ])('of %o is %s', (facts, state) => {
    expect(findSaleState(sale(facts) as Parameters<typeof findSaleState>[0], NOW)).toBe(state)
  })
})

describe('the dates of a sale', () => {
  const nothing = { approved: null, ended: null }

  test('are those of its reports', () => {
    const reported = { approved: day(5), ended: day(12) }
    expect(findSaleDates({ ...sale({}), status: 'reversed', granted_paise: 0n }, reported)).toEqual({
      tracked: day(2),
      confirmed: day(5),
      withdrawable: null,
      declined: day(12),
    })
  })

  test('without reports are those of the last change', () => {
    expect(findSaleDates(sale({}), nothing)).toMatchObject({ confirmed: day(9), withdrawable: day(9) })
    const declined = { ...sale({}), status: 'rejected' as const, granted_paise: 0n }
    expect(findSaleDates(declined, nothing)).toMatchObject({ confirmed: null, declined: day(9) })
  })

  test('have the end of the holding period, also ahead', () => {
    const held = sale({ withdrawable_at: day(25) })
    expect(findSaleDates(held, { ...nothing, approved: day(5) })).toMatchObject({
      confirmed: day(5),
      withdrawable: day(25),
    })
  })

  test('of a pending sale have no confirmation', () => {
    const pending = { ...sale({}), status: 'pending' as const, granted_paise: 0n }
    expect(findSaleDates(pending, nothing)).toEqual({
      tracked: day(2),
      confirmed: null,
      withdrawable: null,
      declined: null,
    })
  })
})

describe('the steps of a visit', () => {
  const dates = { tracked: day(2), confirmed: day(5), withdrawable: day(25), declined: null }
  const steps = (state: SaleState, facts: object = {}) =>
    listVisitSteps(day(1), { state, dates: { ...dates, ...facts } }).map((step) =>
      [step.state, step.isDone ? 'done' : 'ahead', step.at?.getUTCDate() ?? '-'].join(' '),
    )

  test('without an order are ahead, except the visit', () => {
    expect(listVisitSteps(day(1), null).map(({ state, isDone }) => `${state} ${isDone}`)).toEqual([
      'visited true',
      'tracked false',
      'confirmed false',
      'withdrawable false',
    ])
  })

  test('of a tracked sale end with what it waits for', () => {
    expect(steps('tracked', { confirmed: null, withdrawable: null })).toEqual([
      'visited done 1',
      'tracked done 2',
      'confirmed ahead -',
      'withdrawable ahead -',
    ])
  })

  test('of a confirmed sale name the day on which it becomes withdrawable', () => {
    expect(steps('confirmed').slice(2)).toEqual(['confirmed done 5', 'withdrawable ahead 25'])
  })

  test('of a withdrawable sale are all done', () => {
    expect(steps('withdrawable').slice(2)).toEqual(['confirmed done 5', 'withdrawable done 25'])
  })

  test.each([
    ['before its confirmation', { confirmed: null }, ['tracked done 2', 'declined done 8']],
    ['after its confirmation', {}, ['tracked done 2', 'confirmed done 5', 'declined done 8']],
  ])('of a sale declined %s end there', (_, facts, rest) => {
    expect(steps('declined', { ...facts, declined: day(8) })).toEqual(['visited done 1', ...rest])
  })
})
