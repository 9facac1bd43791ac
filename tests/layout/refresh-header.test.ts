import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshWhileVisible } from '~/layout/refresh-header'

const MINUTE = 60_000

let tab: ReturnType<typeof newTab>
let asked: number
let answer: () => Promise<void>
let end: () => void

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

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  tab = newTab()
  asked = 0
  answer = () => Promise.resolve()
  end = refreshWhileVisible(() => {
    asked += 1
    return answer()
  }, tab)
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('a visible tab sends a request each minute, the first after a minute', async () => {
  await pass(MINUTE - 1)
  expect(asked).toBe(0)
  await pass(1)
  expect(asked).toBe(1)
  await pass(5 * MINUTE)
  expect(asked).toBe(6)
})

test('a tab that gets the focus sends a request at once, and the next after a minute', async () => {
  await pass(MINUTE - 1)
  tab.focus()
  expect(asked).toBe(1)
  await pass(MINUTE - 1)
  expect(asked).toBe(1)
  await pass(1)
  expect(asked).toBe(2)
})

test('a hidden tab sends no request; once visible it sends one immediately', async () => {
  tab.set({ isVisible: false })
  tab.focus()
  await pass(10 * MINUTE)
  expect(asked).toBe(0)
  tab.set({ isVisible: true })
  expect(asked).toBe(1)
  await pass(MINUTE)
  expect(asked).toBe(2)
})

test('a tab opened in the background sends no request until it is shown', async () => {
  const hidden = newTab()
  hidden.state.isVisible = false
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const endHidden = refreshWhileVisible(refresh, hidden)
  await pass(10 * MINUTE)
  expect(refresh).not.toHaveBeenCalled()
  hidden.set({ isVisible: true })
  expect(refresh).toHaveBeenCalledTimes(1)
  endHidden()
})

test('an offline browser sends no request, and sends one at the next tick once online', async () => {
  tab.state.isOnline = false
  tab.focus()
  await pass(3 * MINUTE)
  expect(asked).toBe(0)
  tab.state.isOnline = true
  await pass(MINUTE)
  expect(asked).toBe(1)
})

test('a failed request is repeated at the next tick', async () => {
  answer = () => Promise.reject(new Error('no answer'))
  await pass(3 * MINUTE)
  expect(asked).toBe(3)
})

test('a pending request is not repeated on focus or at the next tick', async () => {
  let finish = () => {}
  answer = () => new Promise((resolve) => (finish = resolve))
  tab.focus()
  tab.focus()
  await pass(2 * MINUTE)
  expect(asked).toBe(1)
  finish()
  await pass(MINUTE)
  expect(asked).toBe(2)
})

test('a stopped refresh sends no request and leaves no listener', async () => {
  end()
  tab.focus()
  await pass(5 * MINUTE)
  expect(asked).toBe(0)
  expect(tab.listeners.size).toBe(0)
})
