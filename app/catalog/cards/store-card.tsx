import { Link } from '~/ui/link'
import type { BrandCard } from '../brands.server'
import { chooseColour } from '~/ui/initials'
import { VerifiedTick } from './badges'
import type { Level } from './cards'
import { Door } from './door'
import { formatOfferCount, UpTo } from './store-figures'
import './cards.css'
import './offer.css'
import './store-card.css'
import './store-tiles.css'
import '~/ui/card-grid.css'

function StoreCard({ store, level }: { store: BrandCard; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className={`card deal-card store-card tint-${chooseColour(store.name)}`}>
      <div className="deal-card-head tinted">
        <Door logo={store.logo} name={store.name} />
        {store.verified && <VerifiedTick />}
      </div>
      <Title className="store-card-name">{store.name}</Title>
      <UpTo rate={store.upTo} />
      <p className="offer-until">{formatOfferCount(store.count)}</p>
      <div className="deal-card-action">
        <Link
          to={store.href}
          className="button button-soft stretched"
          aria-label={`Get Offers: ${store.name}`}
        >
          Get Offers
        </Link>
      </div>
    </li>
  )
}

interface StoreGridProps {
  stores: BrandCard[]
  className?: string
  level?: Level
}

export const StoreGrid = ({ stores, className = 'card-grid', level = 3 }: StoreGridProps) => (
  <ul className={className}>
    {stores.map((store) => (
      <StoreCard key={store.href} store={store} level={level} />
    ))}
  </ul>
)
