import { useLocation } from '@remix-run/react'
import { Link } from './link'
import { withSearch } from '~/http/form/site-paths'
import { Spaced } from './spaced'
import './pagination.css'

const NEIGHBOURS = 1

export function Pagination({ page, pages, label }: { page: number; pages: number; label: string }) {
  const location = useLocation()
  if (pages < 2 && page <= Math.max(1, pages)) return null
  const to = (number: number) =>
    withSearch(location.pathname + location.search, { page: number === 1 ? null : String(number) })
  return (
    <nav className="pagination" aria-label={label}>
      <Spaced>
        {page > 1 && (
          <Link to={to(Math.max(1, Math.min(page - 1, pages)))} rel="prev">
            Previous
          </Link>
        )}
        {listPageNumbers(page, pages).map((number, i) =>
          number === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- a gap has no other identity
            <span key={`gap-${i}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Link key={number} to={to(number)} aria-current={number === page ? 'page' : undefined}>
              {number}
            </Link>
          ),
        )}
        {page < pages && (
          <Link to={to(page + 1)} rel="next">
            Next
          </Link>
        )}
      </Spaced>
    </nav>
  )
}

export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const numbers: (number | null)[] = []
  for (let number = 1; number <= pages; number++) {
    const isListed = number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS
    if (isListed) numbers.push(number)
    else if (numbers.at(-1) !== null) numbers.push(null)
  }
  return numbers
}
