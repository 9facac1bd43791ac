import { useEffect, type RefObject } from 'react'

/** Calls `look` once if the field was filled in before the scripts came, because no event tells of that. */
export function useTypedBefore(
  input: RefObject<HTMLInputElement | null>,
  look: (field: HTMLInputElement) => void,
): void {
  useEffect(() => {
    const field = input.current
    if (field && field.value !== field.defaultValue) look(field)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the page becomes live
  }, [])
}
