import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVisitNumber, formatVisitNumber } from '~/domain/tracking/visit-number'

test('a number names one visit, and does not show its order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 36 ** 8 - 1 }), (seq) => {
      const number = formatVisitNumber(seq)
      expect(number).toMatch(/^DV-[0-9A-Z]{8}$/)
      expect(readVisitNumber(number)).toBe(seq)
    }),
  )
  const first = Array.from({ length: 1000 }, (_, i) => formatVisitNumber(i + 1))
  expect(new Set(first).size).toBe(1000)
  expect(first).not.toEqual(first.toSorted())
})

test.each([
  ['dv-0a1b2c3d', true],
  ['DV0A1B2C3D', true],
  [' DV-0A1B2C3D ', true],
  ['DV-0A1B2C3', false],
  ['DV-0A1B2C3D4', false],
  ['0A1B2C3D', false],
  ['DV-0A1B2C3É', false],
  ['', false],
])('%s is a number: %s', (text, isNumber) => {
  expect(readVisitNumber(text) !== null).toBe(isNumber)
})
