import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

/** Back keeps the form mounted: defaultValue has no effect. `values` has only the checked checkboxes. */
export function useFormFromUrl(values: Record<string, string | string[]>): RefObject<HTMLFormElement> {
  const { key } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const shown = JSON.stringify(values)
  useEffect(() => {
    const known = new Map(Object.entries(JSON.parse(shown) as typeof values))
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const value = known.get(field.name)
      if (value === undefined || field.type === 'hidden') continue
      if (field instanceof HTMLInputElement && field.type === 'checkbox')
        field.checked = value.includes(field.value)
      else if (field.type !== 'search' || field !== document.activeElement) field.value = String(value)
    }
  }, [shown, key])
  return form
}
