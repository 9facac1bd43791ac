import { useEffect, useRef, type RefObject } from 'react'

/** Sets the fields after each navigation: Back keeps the form mounted, and defaultValue has no effect then. */
export function useFormFromUrl(values: Record<string, string>): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  const shown = JSON.stringify(values)
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(shown) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    }
  }, [shown])
  return form
}
