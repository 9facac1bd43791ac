import { Link } from '~/ui/link'
import { useEffect, useState } from 'react'
import { DAY_SECONDS, formatClock, localMidnight } from '../home/home'
import type { FlashSale } from '../home/home.server'
import { langOf } from '../language'
import { PayoutBadge } from './badges'
import { colourOf } from '~/ui/initials'
import { Door } from './door'

const secondsUntil = (time: string | number) =>
  Math.max(0, Math.ceil((Number(new Date(time)) - Date.now()) / 1000))

/** Null until hydration. */
function useSecondsLeft(): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = localMidnight(new Date()).getTime()
    const tick = () => {
      const seconds = secondsUntil(end)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [])
  return left
}

/** Without scripts the times refer to the day in India, with scripts to the browser's own day. */
export function FlashSaleBlock({ sale }: { sale: FlashSale }) {
  const left = useSecondsLeft()
  const [inIndia] = useState(() => secondsUntil(sale.endsAt))
  const shown = left ?? inIndia
  return (
    <section className="section" aria-labelledby="flash-title">
      <div className="flash-sale" data-start>
        <div>
          <h2 id="flash-title">Flash Sale</h2>
          <div className={`flash-sale-item tint-${colourOf(sale.brand)}`}>
            <Door logo={sale.logo} name={sale.brand} alone />
            <div>
              <p className="offer-title text-clamp" lang={langOf(sale.locale)}>
                {sale.title}
              </p>
              <PayoutBadge payout={sale.payout} credit={sale.credit} />
            </div>
          </div>
        </div>
        <div className="stack">
          <p className="muted text-small">
            {left === 0 ? 'This sale has ended' : 'Ends at midnight'}{' '}
            {/* Not a live region, which would be announced every second. */}
            <time dateTime={sale.endsAt} className="flash-sale-time" suppressHydrationWarning>
              {formatClock(shown)}
            </time>
          </p>
          <progress
            className="flash-sale-bar"
            max={100}
            value={Math.round((1 - shown / DAY_SECONDS) * 100)}
            suppressHydrationWarning
            aria-label="How much of the day has passed"
          />
          <GrabDeal href={left === 0 ? null : sale.href} />
        </div>
      </div>
    </section>
  )
}

/** After the sale the button stays, disabled (docs/rules.md#13). */
function GrabDeal({ href }: { href: string | null }) {
  const className = 'button button-primary'
  if (href)
    return (
      <Link to={href} className={className}>
        Grab Deal Now
      </Link>
    )
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/anchor-is-valid -- without an href it is no link by itself
    <a role="link" aria-disabled="true" className={className}>
      Grab Deal Now
    </a>
  )
}
