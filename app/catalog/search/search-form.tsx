import { Form, Link, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { langOf } from '../language'
import { countWords, useSuggestions, type Suggestion } from './suggestions'

const WORDS = 'Search brands and coupons'

interface SearchFormProps {
  id: string
  className?: string
  first?: boolean
}

export function SearchForm({ id, className = '', first }: SearchFormProps) {
  const [params] = useSearchParams()
  const q = params.get('q') ?? ''
  const { input, clear } = useQueryBox(q)
  const list = useRef<HTMLDivElement>(null)
  const { found, active, close, box } = useCombobox(id, input, list)

  const choose = () => {
    close()
    clear()
  }
  return (
    <search className={`search-form ${className}`.trim()}>
      <Form action={paths.allOffers} className="search-line" onSubmit={close}>
        <input
          id={id}
          ref={input}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          className="input"
          placeholder={WORDS}
          // No <label>: without styles its text would take a line of every page.
          aria-label={WORDS}
          defaultValue={q}
          autoComplete="off"
          maxLength={80}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- within a popover: of the popover, when it opens
          autoFocus={first}
          {...box}
        />{' '}
        <button type="submit" className="icon-button">
          <Icon name="search" />
          <span className="sr-only">Search</span>
        </button>
      </Form>
      {!!found?.length && (
        <SuggestionList id={id} listRef={list} found={found} active={active} onChoose={choose} />
      )}
      <span className="sr-only" aria-live="polite">
        {countWords(found)}
      </span>
    </search>
  )
}

interface SuggestionListProps {
  id: string
  listRef: RefObject<HTMLDivElement>
  found: Suggestion[]
  active: number
  onChoose: () => void
}

function SuggestionList({ id, listRef, found, active, onChoose }: SuggestionListProps) {
  return (
    <div
      ref={listRef}
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist holds no links
      role="listbox"
      aria-label="Suggestions"
      className="search-suggestions"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map(({ title, locale, brand, href }, i) => (
        <Link
          key={href}
          id={`${id}-${i}`}
          to={href}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={i === active}
          tabIndex={-1}
          onClick={onChoose}
        >
          <span lang={langOf(locale)}>{title}</span> <small className="muted">{brand}</small>
        </Link>
      ))}
    </div>
  )
}

function useCombobox(id: string, input: RefObject<HTMLInputElement>, list: RefObject<HTMLDivElement>) {
  const ready = useHydrated()
  const { found, ask } = useSuggestions()
  const [active, setActive] = useState(-1)
  const count = found?.length ?? 0

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, list])

  const look = () => {
    setActive(-1)
    ask(input.current!.value)
  }
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
  return { found, active, close, box }
}

/** Does not overwrite what the visitor has typed since. */
function useQueryBox(q: string) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(q)
  useEffect(() => {
    if (shown.current === q) return
    shown.current = q
    input.current!.value = q
  }, [q])
  const clear = () => {
    input.current!.value = ''
  }
  return { input, clear }
}
