import { Link } from '~/ui/link'
import type { RefObject } from 'react'
import { langOf } from '../language'
import type { Suggestion } from './suggestions'

interface SuggestionListProps {
  id: string
  listRef: RefObject<HTMLDivElement>
  found: Suggestion[]
  active: number
  onChoose: () => void
}

export function SuggestionList({ id, listRef, found, active, onChoose }: SuggestionListProps) {
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
