import { expect, test } from 'vitest'
import { Busy, createSemaphore } from '~/platform/semaphore'

/** Work that ends on demand; `began` has the names in starting order. */
function workshop(...limits: Parameters<typeof createSemaphore>) {
  const inTurn = createSemaphore(...limits)
  const began: string[] = []
  const ends: (() => void)[] = []
  return {
    began,
    start: (name: string, group?: string) =>
      inTurn(() => {
        began.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      }, group),
    finishOne: async () => {
      ends.shift()!()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('groups alternate, whatever the order of arrival', async () => {
  const { began, start, finishOne } = workshop(1, 10, 10)
  const all = [start('a1', 'a'), start('a2', 'a'), start('a3', 'a'), start('a4', 'a'), start('b1', 'b')]
  for (let i = 0; i < 5; i++) await finishOne()
  await Promise.all(all)
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a group with its share is refused while others are accepted, and all are when full', async () => {
  const { began, start, finishOne } = workshop(1, 4, 2)
  const all = [start('a1', 'a'), start('a2', 'a'), start('a3', 'a')]
  await expect(start('a4', 'a')).rejects.toThrow(Busy)
  all.push(start('b1', 'b'), start('none'))
  await expect(start('c1', 'c')).rejects.toThrow(Busy)
  for (let i = 0; i < 5; i++) await finishOne()
  await Promise.all(all)
  expect(began.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'none'])
  all.push(start('a5', 'a'))
  await finishOne()
  await Promise.all(all)
})
