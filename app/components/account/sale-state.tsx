import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { Link } from '~/components/ui/link'
import { Sums } from '~/components/ui/sums'
import type { ShownSale } from '~/domain/tracking/show-visit'
import { VisitChip } from './visit-chip'
import './sale-state.css'

const texts = moneyMessages.visits

/** The page separates the facts by their places and colours. */
const Stop = () => <span className="sr-only">, </span>

interface SaleStateProps {
  sale: ShownSale
  /** Where to ask about what is late; null: no link. */
  askHref: string | null
}

/** Where the money of one sale is, since when, and the next date. */
export function SaleStateMark({ sale, askHref }: SaleStateProps) {
  const { state, date, payout, left, withdrawableFrom, expected, isLate } = sale
  if (payout)
    return (
      <>
        <VisitChip state="withdrawable" words={payout.chip} />
        {payout.date && (
          <>
            <Stop />
            <span className="visit-date">{payout.date}</span>
          </>
        )}
      </>
    )
  return (
    <>
      <VisitChip state={state} />
      {state === 'withdrawable' ? ' ' : <Stop />}
      <span className="visit-date">
        {state === 'withdrawable' ? fill(texts.withdrawableSince, { date }) : date}
      </span>
      <NextDate
        text={left ?? (withdrawableFrom === null ? expected : `withdrawable from ${withdrawableFrom}`)}
        askHref={isLate ? askHref : null}
      />
    </>
  )
}

export const NextDate = ({ text, askHref = null }: { text: string | null; askHref?: string | null }) =>
  text && (
    <>
      <Stop />
      {askHref ? (
        <Link to={askHref} className="link visit-ask-link">
          <Sums text={text} />
        </Link>
      ) : (
        <span className="visit-date visit-date-next">
          <Sums text={text} />
        </span>
      )}
    </>
  )
