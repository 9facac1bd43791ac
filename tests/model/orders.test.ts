import { describe, expect, test } from 'vitest'
import { proveOrders, proveRepeats, sequences } from './orders'

describe('five reports of one sale', () => {
  test('come in 326 orders of subsets, and in 40,696 with each up to three times running', () => {
    const count = (most: number) => new Set([...sequences(most)].map((sequence) => sequence.join(''))).size
    expect(count(1)).toBe(326)
    expect(count(3)).toBe(40_696)
  })

  test('end in every order as the table says, and the books balance', async () => {
    expect(await proveOrders()).toBe(326)
  }, 300_000)

  test('end so however often each is repeated: the tree that the long run walks for three times', async () => {
    expect(await proveRepeats(1)).toBe(326)
  }, 300_000)
})
