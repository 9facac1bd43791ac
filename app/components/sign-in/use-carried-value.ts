import type { RefObject } from 'react'
import { useBrowserEffect } from '~/components/ui/focus'

const carried = new Map<string, string>()

export function useCarriedValue(
  input: RefObject<HTMLInputElement | null>,
  getKey: (field: HTMLInputElement) => string,
  forget = false,
): void {
  useBrowserEffect(() => {
    const field = input.current
    if (!field) return
    const key = getKey(field)
    const typed = carried.get(key)
    if (typed && !forget) field.value = typed
    carried.delete(key)
    return () => {
      carried.set(key, field.value)
      setTimeout(() => carried.delete(key))
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the field comes and when it goes, and never between
  }, [])
}
