import { Link } from '~/ui/link'
import { langOf } from '../language'
import { Verified, PayoutBadge, Until } from './badges'
import { Logo } from './logo'
import type { DealShown } from './shown'

export type Level = 2 | 3

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
