import { Form, useLocation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useFormFromUrl } from '~/components/ui/form-from-url'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import type { Chip } from '~/domain/catalog/category-page.server'
import { formatListCount, SORT_NAMES, SORTS, type ListFilters } from '~/domain/catalog/lists'
import './sort-form.css'
import '~/components/ui/checkbox.css'

interface SortFormProps {
  filters: ListFilters
  canHaveCode?: boolean
  stores?: { name: string; code: string; count: number }[]
}

const OWN = ['sort', 'code', 'store', 'page', 'dialog']

export function SortForm({ filters, canHaveCode = false, stores = [] }: SortFormProps) {
  const { pathname, search } = useLocation()
  const kept = [...new URLSearchParams(search)].filter(([name]) => !OWN.includes(name))
  const { sort, store, withCode } = filters
  const form = useFormFromUrl({ sort, store, code: withCode ? ['1'] : [] })
  const submit = useSubmit()
  const apply = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    submit(withoutUsual(new FormData(currentTarget)), { action: pathname, preventScrollReset: true })
  return (
    <Form
      ref={form}
      action={pathname}
      className="sort-form"
      aria-label="Sort"
      autoComplete="off"
      preventScrollReset
      onChange={apply}
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {/* Text browsers show the form in the line of the tabs. */}{' '}
      <label className="sort-field">
        <span>Sort</span>{' '}
        <select name="sort" className="input" defaultValue={sort}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_NAMES[sort]}
            </option>
          ))}
        </select>
      </label>{' '}
      {stores.length > 1 && (
        <label className="sort-field">
          <span>Store</span>{' '}
          <select name="store" className="input" defaultValue={store}>
            <option value="">All stores</option>
            {stores.map(({ name, code, count }) => (
              <option key={code} value={code}>
                {`${name} (${formatListCount(count)})`}
              </option>
            ))}
          </select>
        </label>
      )}{' '}
      {canHaveCode && (
        <label className="checkbox">
          <input type="checkbox" name="code" value="1" defaultChecked={withCode} /> <span>With a code</span>
        </label>
      )}{' '}
      <button type="submit" className="button">
        Apply
      </button>
    </Form>
  )
}

function withoutUsual(data: FormData): URLSearchParams {
  const pairs = [...data].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return new URLSearchParams(
    pairs.filter(([name, value]) => value && !(name === 'sort' && value === 'popular')),
  )
}

export function ActiveFilters({ chips }: { chips: Chip[] }) {
  const { pathname, search } = useLocation()
  if (!chips.length) return null
  const without = ([name, value]: Chip['param']) => {
    const rest = [...new URLSearchParams(search)].filter(
      (pair) => pair[0] !== 'page' && pair[0] !== 'dialog' && !(pair[0] === name && pair[1] === value),
    )
    return pathname + (rest.length ? `?${String(new URLSearchParams(rest))}` : '')
  }
  return (
    <ul className="chips" aria-label="Active filters">
      <Spaced>
        {chips.map(({ name, count, param }) => (
          <li key={param.join('=')}>
            <Link to={without(param)} preventScrollReset className="chip">
              <span className="sr-only">Remove:</span> {name}{' '}
              {count !== null && <span className="chip-count">{count}</span>} <Icon name="close" />
            </Link>
          </li>
        ))}
      </Spaced>
    </ul>
  )
}
