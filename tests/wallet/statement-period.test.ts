import { describe, expect, test } from 'vitest'
import { readPeriod } from '~/domain/wallet/statements'
import { listMonths } from '~/platform/formats/months'

const NOW = new Date('2026-11-30T18:30:00Z')
const read = (search: string) => readPeriod(new URLSearchParams(search), NOW)
const bounds = (search: string) => {
  const { period } = read(search)
  return period && [period.begins.toISOString(), period.ends.toISOString(), period.words]
}

describe('a period', () => {
  test('without parameters is the current month of India, which is ahead of UTC', () => {
    expect(bounds('')).toEqual(['2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z', 'December 2026'])
  })

  test.each([
    ['month=2028-02', '2028-01-31T18:30:00.000Z', '2028-02-29T18:30:00.000Z', 'February 2028'],
    ['month=2026-12', '2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z', 'December 2026'],
    ['year=2026-27', '2026-03-31T18:30:00.000Z', '2027-03-31T18:30:00.000Z', 'April 2026 to March 2027'],
    ['year=1999-00', '1999-03-31T18:30:00.000Z', '2000-03-31T18:30:00.000Z', 'April 1999 to March 2000'],
    [
      'from=2026-11-05&to=2026-11-05',
      '2026-11-04T18:30:00.000Z',
      '2026-11-05T18:30:00.000Z',
      '5 Nov 2026 to 5 Nov 2026',
    ],
    [
      'from=2028-02-29&to=2028-12-31',
      '2028-02-28T18:30:00.000Z',
      '2028-12-31T18:30:00.000Z',
      '29 Feb 2028 to 31 Dec 2028',
    ],
    [
      'from=1900-01-01&to=2199-12-31',
      '1899-12-31T18:30:00.000Z',
      '2199-12-31T18:30:00.000Z',
      '1 Jan 1900 to 31 Dec 2199',
    ],
    // Two days win.
    [
      'month=2026-10&from=2026-11-05&to=2026-11-06',
      '2026-11-04T18:30:00.000Z',
      '2026-11-06T18:30:00.000Z',
      '5 Nov 2026 to 6 Nov 2026',
    ],
  ])('‘%s’ runs from one midnight in India to another', (search, begins, ends, words) => {
    expect(bounds(search)).toEqual([begins, ends, words])
    expect(read(search).errors).toEqual({})
  })

  test.each([
    ['month=', ['month']],
    ['month=2026-13', ['month']],
    ['month=2026-1', ['month']],
    ['month=9999-01', ['month']],
    ['year=', ['year']],
    ['year=2026', ['year']],
    ['year=2026-28', ['year']],
    ['year=2026-2027', ['year']],
    ['year=2299-00', ['year']],
    ['from=&to=', ['from', 'to']],
    ['from=2026-11-05', ['to']],
    ['to=2026-11-05', ['from']],
    ['from=2027-02-29&to=2027-03-01', ['from']],
    ['from=2026-04-31&to=2026-13-01', ['from', 'to']],
    ['from=05/11/2026&to=2026-11-06', ['from']],
    ['from=2026-11-06&to=2026-11-05', ['to']],
    ['from=0001-01-01&to=9999-12-31', ['from', 'to']],
    ['from=2026-11-05T00:00&to=2026-11-06x', ['from', 'to']],
    [`from=${'9'.repeat(5000)}&to=2026-11-06`, ['from']],
  ])('‘%s’ is refused at its field, and what was typed is kept', (search, fields) => {
    const { period, errors, typed } = read(search)
    expect(period).toBeNull()
    expect(Object.keys(errors)).toEqual(fields)
    for (const [field, value] of new URLSearchParams(search))
      expect(typed).toHaveProperty(field, value.slice(0, 40))
  })

  test('names its error: a reversed pair of days has another than an unknown day', () => {
    expect(read('from=2026-11-06&to=2026-11-05').errors.to).toBe('The last day is before the first one.')
    expect(read('from=2026-11-06&to=2026-11-31').errors.to).toBe(
      'Please enter the last day, such as 2027-03-31.',
    )
  })
})

test('the months of a member run from the newest to the one of joining', () => {
  expect(listMonths(new Date('2026-09-30T18:29:59Z'), NOW)).toEqual([
    '2026-12',
    '2026-11',
    '2026-10',
    '2026-09',
  ])
  expect(listMonths(new Date('2030-01-01'), NOW)).toEqual(['2026-12'])
})
