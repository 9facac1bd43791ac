import { Logo } from '~/components/cards/logo'
import { getLang } from '~/domain/catalog/language'
import { moneyMessages } from '~/messages/money'
import { FactList } from '~/components/ui/facts'
import { Link } from '~/components/ui/link'
import { NextStep, type ShownExpectation } from './next-step'
import type { ShownStep, ShownVisit } from './show-visit'
import { Order, type SheetSale } from './visit-order'
import { VisitSteps } from './visit-steps'
import './visit-sheet.css'
import '~/components/ui/prose.css'

export interface VisitSheetProps {
  visit: Omit<ShownVisit, 'sales'>
  offerHref: string | null
  storeHref: string
  steps: ShownStep[]
  sales: SheetSale[]
  termsHtml: string | null
  expected: ShownExpectation | null
  claim: ClaimLink | null
  owner: string
}

export function VisitSheet(props: VisitSheetProps) {
  const { visit, sales, steps, termsHtml, expected, claim, owner, ...links } = props
  return (
    <>
      <section className="panel" aria-labelledby="visit-title">
        <VisitHead visit={visit} {...links} />
        <p className="visit-printed">DealDwaar account of {owner}</p>
        {!sales.length && (
          <>
            <NextStep expected={expected} />
            <VisitSteps steps={steps} />
            <p className="muted">{moneyMessages.visits.noOrderYet}</p>
            {claim && <Ask {...claim} />}
          </>
        )}
      </section>
      {sales.map((sale, at) => (
        <Order key={sale.id} sale={sale} title={sales.length > 1 ? `Order ${at + 1}` : 'Your order'}>
          {claim && at === sales.length - 1 && <Ask {...claim} />}
        </Order>
      ))}
      <section className="panel">
        <h2 className="panel-title">What was promised</h2>
        <FactList facts={listFacts(visit)} />
        <p className="muted text-small visit-proof">{moneyMessages.visits.proof}</p>
      </section>
      <section className="panel">
        <h2 className="panel-title">Terms at the visit</h2>
        {termsHtml === null ? (
          <p className="muted">{moneyMessages.visits.termsMissing}</p>
        ) : (
          <div
            className="prose"
            lang={getLang(visit.locale)}
            dangerouslySetInnerHTML={{ __html: termsHtml }}
          />
        )}
      </section>
    </>
  )
}

export interface ClaimLink {
  /** Null: it is too early to ask. */
  href: string | null
  label: string
  state: string | null
  /** Why no claim about an order is possible, from when one is, or what a claim is for. */
  note: string | null
}

const Ask = ({ href, label, state, note }: ClaimLink) => (
  <div className="visit-ask">
    {note && <p className="muted">{note}</p>}
    {href && (
      <p>
        <Link to={href} className="button">
          {label}
        </Link>{' '}
        {state && <span className="muted">{state}</span>}
      </p>
    )}
  </div>
)

type HeadProps = Pick<VisitSheetProps, 'visit' | 'offerHref' | 'storeHref'>

const VisitHead = ({ visit, offerHref, storeHref }: HeadProps) => (
  <div className="visit-head">
    <Logo src={visit.logo} name={visit.store} />
    <div>
      <h1 id="visit-title" className="text-xl">
        Visit <span className="visit-head-number">{visit.number}</span>
      </h1>
      <p>
        <Link to={storeHref} className="link link-alone">
          {visit.store}
        </Link>
      </p>
      <p lang={getLang(visit.locale)}>
        {offerHref ? (
          <Link to={offerHref} className="link link-alone">
            {visit.offer}
          </Link>
        ) : (
          visit.offer
        )}
      </p>
    </div>
  </div>
)

const listFacts = ({ time, rate, cap, lastDay }: VisitSheetProps['visit']): [string, string][] => [
  ['Visited', `${time} (India)`],
  ['Rate', rate === null ? 'No cashback' : `${rate} cashback, locked at the visit`],
  ['Cap', cap === null ? 'none' : `${cap} a sale`],
  ...(lastDay === null ? [] : [['For orders until', lastDay] satisfies [string, string]]),
]
