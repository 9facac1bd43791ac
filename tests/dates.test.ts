import { expect, test } from 'vitest'
import { formatWait } from '~/platform/formats/count'
import {
  dayInIndia,
  formatDate,
  formatTime,
  midnightInIndia,
  startOfDayInIndia,
} from '~/platform/formats/dates'

test('times are formatted in IST', () => {
  expect(formatTime(new Date('2026-11-21T10:15:00Z'))).toBe('21 Nov 2026, 3:45 pm')
  expect(formatTime(new Date('2026-11-21T18:30:00Z'))).toBe('22 Nov 2026, 12:00 am')
  expect(formatTime(new Date('2026-11-21T06:31:00Z'))).toBe('21 Nov 2026, 12:01 pm')
  expect(formatDate(new Date('2025-12-31T18:30:00Z'))).toBe('1 Jan 2026')
})

test('the day and its end are those of India', () => {
  expect(dayInIndia(new Date('2026-11-21T18:29:59Z'))).toEqual({ date: '2026-11-21', weekday: 6 })
  expect(dayInIndia(new Date('2026-11-21T18:30:00Z'))).toEqual({ date: '2026-11-22', weekday: 0 })
  expect(startOfDayInIndia(new Date('2026-11-21T18:29:59Z')).toISOString()).toBe('2026-11-20T18:30:00.000Z')
  expect(startOfDayInIndia(new Date('2026-11-21T18:30:00Z')).toISOString()).toBe('2026-11-21T18:30:00.000Z')
  expect(midnightInIndia(new Date('2026-11-21T18:29:59Z')).toISOString()).toBe('2026-11-21T18:30:00.000Z')
  expect(midnightInIndia(new Date('2026-11-21T18:30:00Z')).toISOString()).toBe('2026-11-22T18:30:00.000Z')
})

test.each([
  [1, '1 minute'],
  [15, '15 minutes'],
  [60, '60 minutes'],
  [89, '89 minutes'],
  [90, '2 hours'],
  [1426, '24 hours'],
  [2820, '47 hours'],
  [2821, '2 days'],
  [4321, '4 days'],
])('a wait of %i minutes reads %s', (minutes, words) => expect(formatWait(minutes)).toBe(words))
