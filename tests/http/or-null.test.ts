import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOrNull, tryPart } from '~/http/or-null.server'

const AN_HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const after = (ms: number) =>
  new Promise<string>((resolve) => {
    setTimeout(resolve, ms, 'done')
  })

test('readOrNull() returns null for a read that takes too long', async () => {
  const read = readOrNull(after(AN_HOUR), 'slow')
  await vi.advanceTimersByTimeAsync(AN_HOUR)
  expect(await read).toBeNull()
})

test('tryPart() waits for a write and returns its result, however long it takes', async () => {
  const write = tryPart(after(AN_HOUR), 'slow')
  await vi.advanceTimersByTimeAsync(AN_HOUR)
  expect(await write).toBe('done')
})

test.each([readOrNull, tryPart])('$name returns null for an error and rethrows a response', async (tried) => {
  expect(await tried(Promise.reject(new Error('broken')), 'part')).toBeNull()
  const response = new Response(null, { status: 403 })
  await expect(tried(Promise.reject(response), 'part')).rejects.toBe(response)
})
