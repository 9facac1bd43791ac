import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshWhileVisible } from '~/components/layout/refresh-header'

const MINUTE = 60_000

let tab: ReturnType<typeof newTab>
let requests: number
let respond: () => Promise<void>
let stop: () => void

function newTab() {
  const listeners = new Set<() => void>()
  const state = { isVisible: true, isOnline: true }
  return {
    state,
    listeners,
    focus: () => listeners.forEach((listener) => listener()),
    set(changed: Partial<typeof state>) {
      Object.assign(state, changed)
      listeners.forEach((listener) => listener())
    },
    isVisible: () => state.isVisible,
    isOnline: () => state.isOnline,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  tab = newTab()
  requests = 0
  respond = () => Promise.resolve()
  stop = refreshWhileVisible(() => {
    requests += 1
    return respond()
  }, tab)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('a visible tab sends a request each minute, the first after a minute', async () => {
  await advance(MINUTE - 1)
  expect(requests).toBe(0)
  await advance(1)
  expect(requests).toBe(1)
  await advance(5 * MINUTE)
  expect(requests).toBe(6)
})

test('a tab that gets the focus sends a request at once, and the next after a minute', async () => {
  await advance(MINUTE - 1)
  tab.focus()
  expect(requests).toBe(1)
  await advance(MINUTE - 1)
  expect(requests).toBe(1)
  await advance(1)
  expect(requests).toBe(2)
})

test('a hidden tab sends no request; once visible it sends one immediately', async () => {
  tab.set({ isVisible: false })
  tab.focus()
  await advance(10 * MINUTE)
  expect(requests).toBe(0)
  tab.set({ isVisible: true })
  expect(requests).toBe(1)
  await advance(MINUTE)
  expect(requests).toBe(2)
})

test('a tab opened in the background sends no request until it is shown', async () => {
  const hidden = newTab()
  hidden.state.isVisible = false
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const endHidden = refreshWhileVisible(refresh, hidden)
  await advance(10 * MINUTE)
  expect(refresh).not.toHaveBeenCalled()
  hidden.set({ isVisible: true })
  expect(refresh).toHaveBeenCalledTimes(1)
  endHidden()
})

test('an offline browser sends no request, and sends one at the next tick once online', async () => {
  tab.state.isOnline = false
  tab.focus()
  await advance(3 * MINUTE)
  expect(requests).toBe(0)
  tab.state.isOnline = true
  await advance(MINUTE)
  expect(requests).toBe(1)
})

test('a failed request is repeated at the next tick', async () => {
  respond = () => Promise.reject(new Error('no answer'))
  await advance(3 * MINUTE)
  expect(requests).toBe(3)
})

test('a pending request is not repeated on focus or at the next tick', async () => {
  let finish = () => {}
  respond = () => new Promise((resolve) => (finish = resolve))
  tab.focus()
  tab.focus()
  await advance(2 * MINUTE)
  expect(requests).toBe(1)
  finish()
  await advance(MINUTE)
  expect(requests).toBe(2)
})

test('a stopped refresh sends no request and leaves no listener', async () => {
  stop()
  tab.focus()
  await advance(5 * MINUTE)
  expect(requests).toBe(0)
  expect(tab.listeners.size).toBe(0)
})
