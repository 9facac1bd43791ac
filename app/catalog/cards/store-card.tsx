import { Link } from '~/ui/link'
import type { BrandCard } from '../brands.server'
import { Verified } from './badges'
import type { Level } from './cards'
import { Logo } from './logo'

function StoreCard({ store, level }: { store: BrandCard; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className="card deal-card store-card">
      <Logo src={store.logo} name={store.name} />
      <Title className="store-card-name">{store.name}</Title>
      <UpTo rate={store.upTo} />
      <p className="offer-until">{countOf(store.count)}</p>
      {store.verified && <Verified />}
      <div className="deal-card-action">
        <Link to={store.href} className="button stretched" aria-label={`Get Offers: ${store.name}`}>
          Get Offers
        </Link>
      </div>
    </li>
  )
}

/** 'Up to 12.00%'; nothing for a store that pays no cashback. */
export const UpTo = ({ rate }: { rate: string | null }) =>
  rate && (
    <p className="figure">
      <span>Up to</span> {rate}
    </p>
  )

interface StoreGridProps {
  stores: BrandCard[]
  className?: string
  level?: Level
}

export const StoreGrid = ({ stores, className = 'card-grid', level = 3 }: StoreGridProps) => (
  <ul className={className}>
    {stores.map((store) => (
      <StoreCard key={store.id} store={store} level={level} />
    ))}
  </ul>
)

export const countOf = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
