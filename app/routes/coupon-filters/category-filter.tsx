import { Form, useSubmit } from '@remix-run/react'
import { Link } from '~/components/ui/link'
import { useEffect, useRef, type FormEvent } from 'react'
import { useFormFromUrl } from '~/components/ui/form-from-url'
import { Icon } from '~/components/ui/icon'
import { Spaced } from '~/components/ui/spaced'
import { categoryPath } from '~/domain/catalog/links'
import type { ListFilters } from '~/domain/catalog/lists'
import './category-filter.css'
import '~/components/ui/checkbox.css'

interface CategoryFilterProps {
  name: string
  boxes: { name: string; checked: boolean }[]
  q: string
  filters: ListFilters
}

const REST_MS = 300

export function CategoryFilter({ name, boxes, q, filters }: CategoryFilterProps) {
  const path = categoryPath(name)
  const form = useFormFromUrl({ q, category: boxes.filter((box) => box.checked).map((box) => box.name) })
  const send = useSelfSending()
  return (
    <details className="category-filter">
      <summary>
        <Icon name="filter" />
        <span className="details-closed">Show Filters</span>{' '}
        <span className="details-open">Hide Filters</span>
      </summary>
      <Form
        ref={form}
        action={path}
        autoComplete="off"
        className="panel form"
        preventScrollReset
        aria-label="Filters"
        {...send}
      >
        {filters.sort !== 'popular' && <input type="hidden" name="sort" value={filters.sort} />}
        {filters.withCode && <input type="hidden" name="code" value="1" />}
        {filters.store && <input type="hidden" name="store" value={filters.store} />}
        {name !== 'All' && <input type="hidden" name="category" value="" />}
        <div className="field">
          <label htmlFor="filter-q">Search</label>{' '}
          <input
            id="filter-q"
            name="q"
            type="search"
            className="input"
            defaultValue={q}
            maxLength={80}
            autoComplete="off"
          />
        </div>
        <fieldset>
          <legend>Product Categories</legend>
          <Spaced>
            {boxes.map((box) => (
              <label key={box.name} className="checkbox">
                <input type="checkbox" name="category" value={box.name} defaultChecked={box.checked} />{' '}
                <span>{box.name}</span>
              </label>
            ))}
          </Spaced>
        </fieldset>
        <div className="buttons">
          <button type="submit" className="button button-primary">
            Apply
          </button>{' '}
          <Link to={path} preventScrollReset className="button">
            Clear
          </Link>
        </div>
      </Form>
    </details>
  )
}

function useSelfSending() {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current)
      const isText = (target as HTMLInputElement).type === 'search'
      const options = { preventScrollReset: true, replace: isText }
      timer.current = setTimeout(() => submit(currentTarget, options), isText ? REST_MS : 0)
    },
    onSubmit: () => clearTimeout(timer.current),
  }
}
