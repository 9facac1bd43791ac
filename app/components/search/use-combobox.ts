import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { hasAddress } from '~/domain/catalog/product-links'
import { useTypedBefore } from '~/components/ui/typed-before'
import { useSuggestions } from './suggestions'

export function useCombobox(id: string, input: RefObject<HTMLInputElement>, list: RefObject<HTMLDivElement>) {
  const ready = useHydrated()
  const { found, text, ask } = useSuggestions()
  const [active, setActive] = useState(-1)
  const count = found?.length ? found.length + 1 : 0

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, list])

  const look = () => {
    setActive(-1)
    const { value } = input.current!
    ask(hasAddress(value) ? '' : value)
  }
  useTypedBefore(input, (field) => document.activeElement === field && look())

  const close = () => {
    setActive(-1)
    ask('')
  }
  const keys: Record<string, () => boolean> = {
    ArrowDown: () => {
      if (count) setActive((active + 1) % count)
      else look()
      return true
    },
    ArrowUp: () => {
      if (count) setActive((active > 0 ? active : count) - 1)
      return true
    },
    Enter: () => {
      const chosen = list.current?.children[active]
      if (chosen instanceof HTMLElement) chosen.click()
      return chosen instanceof HTMLElement
    },
    Escape: () => {
      close()
      return found !== null
    },
  }
  // Keys during IME composition (Devanagari, for example) belong to the IME.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && keys[event.key]?.()) event.preventDefault()
  }
  const box = ready
    ? {
        role: 'combobox',
        'aria-autocomplete': 'list' as const,
        'aria-expanded': count > 0,
        'aria-controls': count ? `${id}-list` : undefined,
        'aria-activedescendant': count && active >= 0 ? `${id}-${active}` : undefined,
        onInput: look,
        onKeyDown,
        onBlur: close,
      }
    : { role: 'searchbox' }
  return { found, text, active, close, box }
}
