import { Link } from '~/components/ui/link'
import { paths } from '~/paths'
import { EmptyGate } from '~/components/ui/arches'
import { SearchForm } from '~/components/search/search-form'

export function Missing({ text, hint }: { text: string; hint?: string }) {
  return (
    <main id="main" className="page">
      <div className="empty empty-page">
        <EmptyGate />
        <h1>{text}</h1>
        {hint && <p>{hint}</p>}
        <SearchForm id="missing-search" className="max-w-96" />
        <p className="buttons">
          <Link to="/" className="button button-primary">
            Go to the home page
          </Link>{' '}
          <Link to={paths.allOffers} className="button">
            All offers
          </Link>
        </p>
      </div>
    </main>
  )
}
