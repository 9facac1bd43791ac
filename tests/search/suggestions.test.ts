// What the search box asks while somebody types.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchSuggestions } from '~/components/search/suggestions'

const busy = () => new Response('Busy', { status: 503, headers: { 'Retry-After': '5' } })
const suggestion = { title: 'Jhumka', locale: 'en', store: 'Gems', href: '/x', logo: null, payout: '6.00%' }
const found = () => Response.json({ suggestions: [suggestion] })

let typing: AbortController

beforeEach(() => {
  typing = new AbortController()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answers(...responses: (() => Response)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>()
  for (const response of responses) fetch.mockImplementationOnce(async () => response())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a busy server is asked again after its Retry-After', async () => {
  const fetch = answers(busy, found)
  const answer = fetchSuggestions('jhumka', typing.signal)
  await vi.advanceTimersByTimeAsync(4999)
  expect(fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toEqual([suggestion])
  expect(fetch).toHaveBeenLastCalledWith('/suggestions?q=jhumka', { signal: typing.signal })
})

test('a server that stays busy is asked twice', async () => {
  const fetch = answers(busy, busy, found)
  const answer = fetchSuggestions('jhumka', typing.signal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a busy server is not asked again for an outdated query', async () => {
  const fetch = answers(busy, found)
  const answer = fetchSuggestions('jhum', typing.signal)
  await vi.advanceTimersByTimeAsync(1000)
  typing.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('an error without Retry-After gives no suggestions at once', async () => {
  const fetch = answers(() => new Response('', { status: 500 }), found)
  expect(await fetchSuggestions('jhumka', typing.signal)).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(1)
})
