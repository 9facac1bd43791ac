import fc from 'fast-check'
import { expect, test } from 'vitest'

test('a property is tested with the same values in every run', () => {
  const drawn: number[] = []
  fc.assert(
    fc.property(fc.nat(), (n) => void drawn.push(n)),
    { numRuns: 3 },
  )
  const again: number[] = []
  fc.assert(
    fc.property(fc.nat(), (n) => void again.push(n)),
    { numRuns: 3 },
  )
  expect(again).toEqual(drawn)
})
