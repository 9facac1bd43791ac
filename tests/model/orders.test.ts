import { describe, expect, test } from 'vitest'
import { proveOrders, proveRepeats, sequences } from './orders'

describe('five reports of one sale', () => {
  test('have 326 orders of subsets, and 40,696 with each repeated up to three times', () => {
    const count = (most: number) => new Set([...sequences(most)].map((sequence) => sequence.join(''))).size
    expect(count(1)).toBe(326)
    expect(count(3)).toBe(40_696)
  })

  test('end in the expected state in every order, and the books balance', async () => {
    expect(await proveOrders()).toBe(326)
  }, 300_000)

  test('end in the same state with repeats', async () => {
    expect(await proveRepeats(1)).toBe(326)
  }, 300_000)
})
