import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Credit } from '~/formats/money'
import { Icon } from '~/ui/icon'
import type { BrandCard } from '../brands.server'
import { langOf } from '../language'
import { Logo } from './logo'
import type { CouponShown, DealShown } from './shown'

export function Verified({ label = 'Verified' }: { label?: string }) {
  return (
    <span className="verified">
      <Icon name="verified" /> {label}
    </span>
  )
}

export const CREDIT_WORDS = { cashback: 'cashback', nothing: 'no cashback', foreign: 'not credited' } as const

export function PayoutBadge({
  payout,
  credit = 'cashback',
}: {
  payout: string
  credit?: Credit | undefined
}) {
  return (
    <p className="figure">
      {payout} <span>{CREDIT_WORDS[credit]}</span>
    </p>
  )
}

const Until = ({ endsOn }: { endsOn: string | null }) =>
  endsOn && <p className="offer-until">Until {endsOn}</p>

type Level = 2 | 3

function DealCard({ deal, level }: { deal: DealShown; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className="card deal-card">
      <Logo src={deal.logo} name={deal.brand} />
      <p className="meta-line">
        {deal.brand} {deal.verified && <Verified />}
      </p>
      <PayoutBadge payout={deal.payout} credit={deal.credit} />
      <Title className="offer-title text-clamp" lang={langOf(deal.locale)}>
        {deal.title}
      </Title>
      <Until endsOn={deal.endsOn} />
      <div className="deal-card-action">
        <Link to={deal.href} className="button stretched" aria-label={`View Deal: ${deal.title}`}>
          View Deal
        </Link>
      </div>
    </li>
  )
}

export const DealGrid = ({ deals, level = 3 }: { deals: DealShown[]; level?: Level }) => (
  <ul className="card-grid">
    {deals.map((deal) => (
      <DealCard key={deal.id} deal={deal} level={level} />
    ))}
  </ul>
)

interface CouponCardProps {
  coupon: CouponShown
  action: { to: string; label: string }
}

export function CouponCard({ coupon, action }: CouponCardProps) {
  return (
    <li className="card coupon-card">
      <Logo src={coupon.logo} name={coupon.brand} />
      <div className="coupon-card-body">
        <p className="meta-line">
          {coupon.brand} {coupon.verified && <Verified />}
        </p>
        <PayoutBadge payout={coupon.payout} credit={coupon.credit} />
        <h3 className="offer-title text-clamp" lang={langOf(coupon.locale)}>
          {coupon.title}
        </h3>
        {coupon.offer && (
          <p className="text-small" lang={langOf(coupon.locale)}>
            {coupon.offer}
          </p>
        )}
        {coupon.text && (
          <p className="coupon-card-text text-clamp" lang={langOf(coupon.locale)}>
            {coupon.text}
          </p>
        )}
        <Until endsOn={coupon.endsOn} />
      </div>
      <div className="coupon-card-foot">
        {coupon.masked && <span className="coupon-card-code">{coupon.masked}</span>}{' '}
        <Link
          to={action.to}
          className="button button-primary stretched"
          aria-label={`${action.label}: ${coupon.title}`}
        >
          {action.label}
        </Link>
      </div>
    </li>
  )
}

function StoreCard({ store, level }: { store: BrandCard; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className="card deal-card store-card">
      <Logo src={store.logo} name={store.name} />
      <Title className="store-card-name">{store.name}</Title>
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

export const Empty = ({ icon = 'bag', children }: { icon?: string; children: ReactNode }) => (
  <div className="empty">
    <Icon name={icon} />
    <p>{children}</p>
  </div>
)

export const Failed = ({ children }: { children: ReactNode }) => (
  <div className="empty empty-failed" role="alert">
    <Icon name="alert" />
    <p>{children}</p>
  </div>
)
