import { Link } from '~/components/ui/link'
import { getLang } from '~/domain/catalog/language'
import { chooseColour } from '~/platform/formats/initials'
import { LanguageChip, PayoutBadge, Until, VerifiedTick } from './badges'
import { FramedLogo } from './framed-logo'
import { Photo } from './photo'
import { getLink, type DealProps } from '~/domain/catalog/cards'
import './cards.css'
import './offer.css'
import '~/components/ui/card-grid.css'
import '~/components/ui/tint.css'

export type Level = 2 | 3

function DealCard({ deal, level }: { deal: DealProps; level: Level }) {
  const Title = `h${level}` as const
  return (
    <li className={`card deal-card tint-${chooseColour(deal.store)}`}>
      <div className="deal-card-head tinted">
        {deal.photo ? (
          <Photo src={deal.photo} width={240} />
        ) : (
          <FramedLogo logo={deal.logo} name={deal.store} />
        )}
        {deal.verified && <VerifiedTick />}
      </div>
      <p className="deal-card-store">{deal.store}</p>
      <PayoutBadge payout={deal.payout} credit={deal.credit} />
      <Title className="offer-title text-clamp" lang={getLang(deal.locale)}>
        {deal.title}
      </Title>
      <LanguageChip locale={deal.locale} />
      <Until endsOn={deal.endsOn} />
      <div className="deal-card-action">
        <Link
          to={getLink(deal)}
          className="button button-soft stretched"
          aria-label={`View Deal: ${deal.title}`}
        >
          View Deal
        </Link>
      </div>
    </li>
  )
}

export const DealGrid = ({ deals, level = 3 }: { deals: DealProps[]; level?: Level }) => (
  <ul className="card-grid compact deal-grid">
    {deals.map((deal) => (
      <DealCard key={getLink(deal)} deal={deal} level={level} />
    ))}
  </ul>
)
