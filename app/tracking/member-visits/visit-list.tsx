import { Logo } from '~/components/cards/logo'
import { getLang } from '~/domain/catalog/language'
import { Link } from '~/components/ui/link'
import type { ShownClaim } from '../claims/show-claim'
import type { ShownSale, ShownVisit } from './show-visit'
import { VisitChip } from './visit-chip'
import './visit-list.css'

export interface VisitListProps {
  visits: ShownVisit[]
  claims: ShownClaim[]
}

export const VisitList = ({ visits, claims }: VisitListProps) => (
  <ul className="visit-list">
    {visits.map((visit) => (
      <li key={visit.number} className="visit-row">
        <Logo src={visit.logo} name={visit.store} size="small" />
        <div className="visit-what">
          <p className="visit-store">
            <Link to={visit.href} className="stretched">
              {visit.store}
            </Link>
          </p>
          <p className="visit-offer" lang={getLang(visit.locale)}>
            {visit.offer}
          </p>
          <p className="visit-facts">
            <LockedRate visit={visit} /> <span>{visit.time}</span>{' '}
            <span className="visit-number">{visit.number}</span>
          </p>
        </div>
        <div className="visit-where">
          {visit.sales.length ? (
            visit.sales.map((sale) => <Sale key={sale.id} sale={sale} />)
          ) : (
            <p className="visit-sale">
              <VisitChip state="visited" />
              <NextDate text={visit.expected} />
            </p>
          )}
          <Claim claim={claims.find((claim) => claim.visit === visit.number)} />
        </div>
      </li>
    ))}
  </ul>
)

const Claim = ({ claim }: { claim: ShownClaim | undefined }) =>
  claim && (
    <p className="visit-date">
      Claim {claim.number}, {claim.stateWord}
    </p>
  )

const LockedRate = ({ visit: { rate, cap } }: { visit: ShownVisit }) => (
  <span className="visit-rate">
    {rate === null ? 'No cashback' : `${rate} locked`}
    {cap && `, up to ${cap} a sale`}
  </span>
)

/** The page separates the facts by their places and colours. */
const Stop = () => <span className="sr-only">, </span>

const NextDate = ({ text }: { text: string | null }) =>
  text && (
    <>
      <Stop />
      <span className="visit-date visit-date-next">{text}</span>
    </>
  )

const Sale = ({ sale: { state, date, withdrawableFrom, expected, cashback, lost } }: { sale: ShownSale }) => (
  <p className="visit-sale">
    {cashback && <span className="visit-cashback money">{cashback}</span>}
    {lost && <span className="visit-lost money">{lost}, not credited</span>} <VisitChip state={state} />
    <Stop />
    <span className="visit-date">{date}</span>
    <NextDate text={withdrawableFrom === null ? expected : `withdrawable from ${withdrawableFrom}`} />
  </p>
)
