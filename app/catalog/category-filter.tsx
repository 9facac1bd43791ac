import { Form, Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { categoryPath } from './links'

interface CategoryFilterProps {
  /** The category of the page. */
  name: string
  boxes: { name: string; checked: boolean }[]
  q: string
  /** Something is set that Clear takes back. */
  narrowed: boolean
}

/** Search and product categories: a GET form, folded away on a phone. */
export function CategoryFilter({ name, boxes, q, narrowed }: CategoryFilterProps) {
  const path = categoryPath(name)
  const state = [q, ...boxes.filter((box) => box.checked).map((box) => box.name)].join('|')
  return (
    <details className="filter">
      <summary>
        <Icon name="filter" />
        <span className="when-closed">Show Filters</span>
        <span className="when-open">Hide Filters</span>
      </summary>
      <Form key={state} action={path} className="panel form" preventScrollReset aria-label="Filters">
        <div className="field">
          <label htmlFor="filter-q">Search</label>
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
          {boxes.map((box) => (
            <label key={box.name} className="checkbox">
              <input type="checkbox" name="category" value={box.name} defaultChecked={box.checked} />
              <span>{box.name}</span>
            </label>
          ))}
        </fieldset>
        <div className="buttons">
          <button type="submit" className="button button-primary">
            Apply
          </button>
          {narrowed && (
            <Link to={path} preventScrollReset className="button">
              Clear
            </Link>
          )}
        </div>
      </Form>
    </details>
  )
}
