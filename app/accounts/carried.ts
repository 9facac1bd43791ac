/**
 * What was typed in a field, handed from a form to the one that takes its place: in the memory of the page alone, never
 * stored or sent, and only from one render to the next.
 */
import { useEffect, useLayoutEffect, type RefObject } from 'react'

const handed = new Map<string, string>()

/** The server has no layout, and says so for each use of useLayoutEffect. */
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Hands on what the field holds when it leaves the page, under the key that `keyOf` makes of it; takes what was handed
 * on, unless `forget`. With nothing to take it over in the same render, it is gone.
 */
export function useCarried(
  input: RefObject<HTMLInputElement | null>,
  keyOf: (field: HTMLInputElement) => string,
  forget = false,
): void {
  useBrowserEffect(() => {
    const field = input.current
    if (!field) return
    const key = keyOf(field)
    const typed = handed.get(key)
    if (typed && !forget && !field.value) field.value = typed
    handed.delete(key)
    return () => {
      handed.set(key, field.value)
      setTimeout(() => handed.delete(key))
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the field comes and when it goes, and never between
  }, [])
}
