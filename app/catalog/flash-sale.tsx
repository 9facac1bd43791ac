import { Link } from '@remix-run/react'
import { Payout } from './cards'
import type { FlashSale } from './home.server'
import { Logo } from './logo'

/** Today's sale: it ends at midnight in India, and what is left of the day is said as the page was made. */
export function FlashSaleBlock({ sale }: { sale: FlashSale }) {
  return (
    <section className="section" aria-labelledby="flash-title">
      <div className="flash">
        <div>
          <h2 id="flash-title">Flash Sale</h2>
          <div className="flash-item">
            <Logo src={sale.logo} name={sale.brand} />
            <div>
              <p className="deal-title">{sale.title}</p>
              <Payout payout={sale.payout} />
            </div>
          </div>
        </div>
        <div className="stack">
          <p className="muted small">
            Ends at midnight{' '}
            <time dateTime={sale.endsAt} className="flash-time">
              {sale.left}
            </time>
          </p>
          <progress
            className="bar"
            max={100}
            value={sale.elapsed}
            aria-label="How much of the day has passed"
          />
          <Link to={sale.href} className="button button-primary">
            Grab Deal Now
          </Link>
        </div>
      </div>
    </section>
  )
}
