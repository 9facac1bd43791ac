import type { ReactNode } from 'react'
import { Logo } from '~/components/cards/logo'
import { getLang } from '~/domain/catalog/language'
import { moneyMessages } from '~/messages/money'
import { FactList } from '~/components/ui/facts'
import { Link } from '~/components/ui/link'
import type { ShownExpectation, ShownStep, ShownVisit } from '~/domain/tracking/show-visit'
import { NextStep } from './next-step'
import { SaleStateMark } from '~/components/account/sale-state'
import { VisitChip } from '~/components/account/visit-chip'
import { Order, type SheetSale } from './visit-order'
import { VisitSteps } from './visit-steps'
import './visit-sheet.css'
import '~/components/ui/prose.css'

export interface VisitSheetProps {
  visit: Omit<ShownVisit, 'sales'>
  /** The store, and its cashback if there is any. */
  heading: string
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
  const { visit, sales, steps, termsHtml, expected, claim, owner, heading, ...links } = props
  return (
    <>
      <section className="panel" aria-labelledby="visit-title">
        <VisitHead visit={visit} heading={heading} {...links}>
          <HeadState sales={sales} expected={expected} claim={claim} />
        </VisitHead>
        <p className="visit-printed">DealDwaar account of {owner}</p>
        {!sales.length && (
          <>
            <VisitSteps steps={steps} />
            <p className="muted">{moneyMessages.visits.noOrderYet}</p>
            {claim && <Ask {...claim} />}
          </>
        )}
      </section>
      {sales.map((sale, at) => (
        <Order
          key={sale.id}
          sale={sale}
          title={sales.length > 1 ? `Order ${at + 1}` : 'Your order'}
          isOneOfMany={sales.length > 1}
          askHref={claim?.href ?? null}
        >
          {claim && at === sales.length - 1 && <Ask {...claim} />}
        </Order>
      ))}
      <section className="panel">
        <h2 className="panel-title">Your rate for this visit</h2>
        <FactList facts={listFacts(visit)} />
        <p className="muted text-small visit-proof">{moneyMessages.visits.proof}</p>
      </section>
      <section className="panel">
        <h2 className="panel-title">Offer terms at that time</h2>
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

/** With several orders each has its own state. */
function HeadState({ sales, expected, claim }: Pick<VisitSheetProps, 'sales' | 'expected' | 'claim'>) {
  const [sale] = sales
  return (
    <>
      {sales.length === 1 && (
        <p className="visit-state">
          <SaleStateMark sale={sale!} askHref={claim?.href ?? null} />
        </p>
      )}
      {!sale && (
        <div className="visit-state">
          <VisitChip state="visited" /> <NextStep expected={expected} />
        </div>
      )}
      {claim?.href && claim.state && (
        <p>
          <Link to={claim.href} className="link link-alone">
            Your claim: {claim.state}
          </Link>
        </p>
      )}
    </>
  )
}

type HeadProps = Pick<VisitSheetProps, 'visit' | 'heading' | 'offerHref' | 'storeHref'> & {
  children: ReactNode
}

const VisitHead = ({ visit, heading, offerHref, storeHref, children }: HeadProps) => (
  <div className="visit-head">
    <Logo src={visit.logo} name={visit.store} />
    <div>
      <h1 id="visit-title" className="text-xl">
        {heading}
      </h1>
      <p className="muted text-small">
        Visit <span className="visit-head-number">{visit.number}</span>
      </p>
      {children}
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
  ['Cap', cap === null ? 'No limit' : `${cap} a sale`],
  ...(lastDay === null ? [] : [['For orders until', lastDay] satisfies [string, string]]),
]
