import { Link } from '~/components/ui/link'
import type { ReactNode, RefObject } from 'react'
import { paths } from '~/paths'
import { Logo } from '~/components/cards/logo'
import { getLang } from '~/domain/catalog/language'
import { splitMatch } from './suggestions'
import type { Suggestion } from '~/domain/catalog/search.server'

interface SuggestionListProps {
  id: string
  listRef: RefObject<HTMLDivElement>
  found: Suggestion[]
  text: string
  active: number
  onChoose: () => void
}

export function SuggestionList({ id, listRef, found, text, active, onChoose }: SuggestionListProps) {
  return (
    <div
      ref={listRef}
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist contains no links
      role="listbox"
      aria-label="Suggestions"
      className="search-suggestions"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map(({ title, locale, store, href, logo, payout }, i) => (
        <Option key={href} id={`${id}-${i}`} to={href} isActive={i === active} onChoose={onChoose}>
          <Logo src={logo} name={store || title} size="small" />
          <span className="search-suggestion-text">
            <span lang={getLang(locale)}>
              {splitMatch(title, text).map(({ part, isMatch }) =>
                isMatch ? <mark key="match">{part}</mark> : part,
              )}
            </span>{' '}
            <small className="muted">{store || 'Store'}</small>
          </span>{' '}
          {payout && <strong className="search-suggestion-payout">{payout}</strong>}
        </Option>
      ))}
      <Option
        id={`${id}-${found.length}`}
        to={`${paths.allOffers}?${new URLSearchParams({ q: text })}`}
        isActive={active === found.length}
        onChoose={onChoose}
      >
        See all results
      </Option>
    </div>
  )
}

interface OptionProps {
  id: string
  to: string
  isActive: boolean
  onChoose: () => void
  children: ReactNode
}

const Option = ({ id, to, isActive, onChoose, children }: OptionProps) => (
  <Link
    id={id}
    to={to}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist contains no links
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onClick={onChoose}
  >
    {children}
  </Link>
)
