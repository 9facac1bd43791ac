/** Keeps the value of a field when one form replaces another: in memory, and for one render only. */
import type { RefObject } from 'react'
import { useBrowserEffect } from '~/ui/focus'

const handed = new Map<string, string>()

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
