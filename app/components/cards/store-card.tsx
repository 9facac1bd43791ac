import type { StoreTile } from '~/domain/catalog/stores.server'
import { chooseColour } from '~/platform/formats/initials'
import { VerifiedTick } from './badges'
import type { Level } from './cards'
import { FramedLogo } from './framed-logo'
import { OffersLink, UpTo } from './store-figures'
import { formatOfferCount } from '~/domain/catalog/offers'
import './cards.css'
import './offer.css'
import './store-card.css'
import './store-tiles.css'
import '~/components/ui/card-grid.css'
import '~/components/ui/tint.css'

function StoreCard({ store, level }: { store: StoreTile; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className={`card deal-card store-card tint-${chooseColour(store.name)}`}>
      <div className="deal-card-head tinted">
        <FramedLogo logo={store.logo} name={store.name} />
        {store.verified && <VerifiedTick />}
      </div>
      <Title className="store-card-name">{store.name}</Title>
      <UpTo rate={store.upTo} />
      <p className="offer-until">{formatOfferCount(store.count)}</p>
      <div className="deal-card-action">
        <OffersLink store={store} className="button button-soft stretched" />
      </div>
    </li>
  )
}

export const StoreGrid = ({ stores, level = 3 }: { stores: StoreTile[]; level?: Level }) => (
  <ul className="card-grid compact store-tiles">
    {stores.map((store) => (
      <StoreCard key={store.href} store={store} level={level} />
    ))}
  </ul>
)
