import { Logo } from '~/components/cards/logo'
import { getLang } from '~/domain/catalog/language'
import { newClaimPath } from '~/paths'
import { Link } from '~/components/ui/link'
import { Sums } from '~/components/ui/sums'
import type { ShownClaim } from '~/domain/tracking/show-claim'
import { NextDate, SaleStateMark } from '~/components/account/sale-state'
import type { ShownSale, ShownVisit } from '~/domain/tracking/show-visit'
import { VisitChip } from '~/components/account/visit-chip'
import './visit-list.css'

export interface VisitListProps {
  visits: ShownVisit[]
  claims: ShownClaim[]
}

export const VisitList = ({ visits, claims }: VisitListProps) => (
  <ul className="visit-list">
    {visits.map((visit) => (
      <Row key={visit.number} visit={visit} claim={claims.find((claim) => claim.visit === visit.number)} />
    ))}
  </ul>
)

const Row = ({ visit, claim }: { visit: ShownVisit; claim: ShownClaim | undefined }) => (
  <li className="visit-row">
    <Logo src={visit.logo} name={visit.store} size="small" />
    <div className="visit-what">
      <p className="visit-store">
        <Link to={visit.href} className="stretched">
          {visit.store}
        </Link>
      </p>
      <p className="visit-offer" lang={getLang(visit.locale)}>
        <Sums text={visit.offer} />
      </p>
      <p className="visit-facts">
        <LockedRate visit={visit} /> <span>{visit.time}</span>{' '}
        <span className="visit-number">{visit.number}</span>
      </p>
    </div>
    <div className="visit-where">
      {visit.sales.length ? (
        visit.sales.map((sale) => (
          <Sale key={sale.id} sale={sale} askHref={claim?.href ?? newClaimPath({ visit: visit.number })} />
        ))
      ) : (
        <p className="visit-sale">
          <VisitChip state="visited" />
          <NextDate text={visit.expected} />
        </p>
      )}
      <Claim claim={claim} />
    </div>
  </li>
)

const Claim = ({ claim }: { claim: ShownClaim | undefined }) =>
  claim && (
    <p className="visit-date">
      Claim {claim.number}, {claim.stateWord}
    </p>
  )

const LockedRate = ({ visit: { rate, cap } }: { visit: ShownVisit }) => (
  <span className="visit-rate">
    <Sums
      text={[rate === null ? 'No cashback' : `Your rate: ${rate}`, cap && `up to ${cap} a sale`]
        .filter(Boolean)
        .join(', ')}
    />
  </span>
)

const Sale = ({ sale, askHref }: { sale: ShownSale; askHref: string }) => (
  <p className="visit-sale">
    {sale.cashback && <span className="visit-cashback money">{sale.cashback}</span>}
    {sale.lost && <span className="visit-lost money">{sale.lost}, not credited</span>}{' '}
    <SaleStateMark sale={sale} askHref={askHref} />
  </p>
)
