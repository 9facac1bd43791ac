import { Form, useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import { LONGEST_TEXT } from '~/domain/catalog/product-links'
import { Icon } from '~/components/ui/icon'
import { SuggestionList } from './suggestion-list'
import { describeCount } from './suggestions'
import { useCombobox } from './use-combobox'
import './search-form.css'

const WORDS = 'Search brands and coupons'

interface SearchFormProps {
  id: string
  className?: string
  first?: boolean
  words?: string
}

export function SearchForm({ id, className = '', first, words = WORDS }: SearchFormProps) {
  const [params] = useSearchParams()
  const q = params.get('q') ?? ''
  const { input, clear } = useQueryBox(q)
  const list = useRef<HTMLDivElement>(null)
  const { found, text, active, close, box } = useCombobox(id, input, list)

  const choose = () => {
    close()
    clear()
  }
  return (
    <search className={`search-form ${className}`.trim()}>
      <Form action={paths.allOffers} discover="none" className="search-line" onSubmit={close}>
        <input
          id={id}
          ref={input}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          className="input"
          placeholder={words}
          // No <label>: without styles its text would take a line of every page.
          aria-label={words}
          defaultValue={q}
          autoComplete="off"
          maxLength={LONGEST_TEXT + 1}
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
        <SuggestionList id={id} listRef={list} found={found} text={text} active={active} onChoose={choose} />
      )}
      <span className="sr-only" aria-live="polite">
        {describeCount(found)}
      </span>
    </search>
  )
}

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
