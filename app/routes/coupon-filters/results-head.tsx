import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { Link } from '~/components/ui/link'
import { chooseColour } from '~/platform/formats/initials'
import { Spaced } from '~/components/ui/spaced'
import type { StoreTile } from '~/domain/catalog/stores.server'
import { Verified } from '~/components/cards/badges'
import { FramedLogo } from '~/components/cards/framed-logo'
import { OffersLink, UpTo } from '~/components/cards/store-figures'
import type { Results } from '~/domain/catalog/category-page.server'
import { formatOfferCount } from '~/domain/catalog/offers'
import { categoryPath } from '~/domain/catalog/links'
import './results-head.css'
import '~/components/ui/tint.css'

interface ResultsHeadProps {
  q: string
  offers: string | null
  results: Results
}

export function ResultsHead({ q, offers, results }: ResultsHeadProps) {
  const { stores, categories, meant, price } = results
  const isNothing = offers === '0' && !stores.length
  return (
    <>
      <header className="page-head">
        <h1>Results for “{q}”</h1>
        {offers && !isNothing && (
          <p className="muted">
            {stores.length > 0 && `${stores.length === 1 ? '1 store' : `${stores.length} stores`}, `}
            {offers === '1' ? '1 offer' : `${offers} offers`}
          </p>
        )}
        {price && <p>{fill(storePageMessages.results.price, { price })}</p>}
        {meant && <p>{fill(storePageMessages.results.including, { q: meant })}</p>}
      </header>
      {stores.length > 0 && (
        <>
          <h2 id="stores-title">Stores</h2>
          <ul className="results-stores" aria-labelledby="stores-title">
            {stores.map((store) => (
              <StoreHit key={store.href} store={store} />
            ))}
          </ul>
        </>
      )}
      {categories.length > 0 && <CategoryLinks label="Categories" names={categories} />}
    </>
  )
}

const StoreHit = ({ store }: { store: StoreTile }) => (
  <li className={`card results-store tint-${chooseColour(store.name)}`}>
    <FramedLogo logo={store.logo} name={store.name} />
    <div>
      <h3 className="results-store-name">{store.name}</h3>
      <UpTo rate={store.upTo} />
      <p className="meta-line">
        {formatOfferCount(store.count)} {store.verified && <Verified />}
      </p>
    </div>
    <OffersLink store={store} className="button button-primary stretched" />
  </li>
)

export const CategoryLinks = ({ label, names }: { label: string; names: string[] }) => (
  <nav className="mt-2 mb-4 flex flex-wrap gap-2" aria-label={label}>
    <Spaced>
      {names.map((name) => (
        <Link key={name} to={categoryPath(name)} className="button">
          {name}
        </Link>
      ))}
    </Spaced>
  </nav>
)
