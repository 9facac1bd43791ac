import { Form, useSearchParams } from '@remix-run/react'
import { Icon } from '~/ui/icon'

const WORDS = 'Search for brands and coupons'

/** Looks for a part of a title over all categories. */
export function SearchForm({ id }: { id: string }) {
  const [params] = useSearchParams()
  const q = params.get('q') ?? ''
  return (
    <search className="search-box">
      <Form key={q} action="/CouponFilters/All" className="search">
        <label htmlFor={id} className="sr-only">
          {WORDS}
        </label>
        <input
          id={id}
          name="q"
          type="search"
          className="input"
          placeholder={WORDS}
          defaultValue={q}
          autoComplete="off"
          maxLength={80}
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <Icon name="search" />
        </button>
      </Form>
    </search>
  )
}
