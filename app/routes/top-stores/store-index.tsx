import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import type { StoreIndex } from '~/domain/catalog/store-index.server'
import './store-index.css'

interface StoreIndexProps {
  index: StoreIndex
  letter: string | null
  category: string | null
}

export function StoreIndexNav({ index, letter, category }: StoreIndexProps) {
  return (
    <div className="store-index">
      <nav className="store-letters" aria-label="Stores A to Z">
        <Spaced>
          <Link to={paths.topStores} aria-current={letter || category ? undefined : 'page'}>
            All
          </Link>
          {index.letters.map((one) => (
            <Link
              key={one}
              to={`${paths.topStores}?letter=${one}`}
              aria-current={one === letter ? 'page' : undefined}
            >
              {one}
            </Link>
          ))}
        </Spaced>
      </nav>
      <Form action={paths.topStores} className="flex max-w-96 gap-2">
        <select
          key={category}
          name="category"
          className="input"
          aria-label="Category"
          defaultValue={category ?? ''}
        >
          <option value="">All categories</option>
          {index.categories.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>{' '}
        <button type="submit" className="button">
          Show
        </button>
      </Form>
    </div>
  )
}
