import { chooseColour } from '~/platform/formats/initials'
import { Link } from '~/components/ui/link'
import { getUncontrolledProps } from '~/components/ui/uncontrolled'
import type { FlashSale } from '~/domain/catalog/flash-sale.server'
import { getLang } from '~/domain/catalog/language'
import { PayoutBadge } from '~/components/cards/badges'
import { FramedLogo } from '~/components/cards/framed-logo'
import { getLink, type LinkProps } from '~/domain/catalog/cards'
import './flash-sale.element'
import './flash-sale.css'
import '~/components/cards/offer.css'
import '~/components/ui/section.css'
import '~/components/ui/tint.css'

type SaleProps = LinkProps & Pick<FlashSale, 'endsAt'>

/** Caches keep the page, so it says when the sale ends and <flash-sale> counts down. */
export function FlashSaleBlock({ sale }: { sale: SaleProps }) {
  return (
    <section className="section" aria-labelledby="flash-title">
      <flash-sale class="flash-sale">
        <div>
          <h2 id="flash-title">Flash Sale</h2>
          <div className={`flash-sale-item tint-${chooseColour(sale.store)}`}>
            <FramedLogo logo={sale.logo} name={sale.store} alone />
            <div>
              <p className="offer-title text-clamp" lang={getLang(sale.locale)}>
                {sale.title}
              </p>
              <PayoutBadge payout={sale.payout} credit={sale.credit} />
            </div>
          </div>
        </div>
        <div className="grid gap-2">
          <p className="muted text-small">
            <span {...getUncontrolledProps('Ends at midnight')} />{' '}
            {/* No live region: it would be announced every second. The space keeps the line's height. */}
            <time dateTime={sale.endsAt} className="flash-sale-time" {...getUncontrolledProps('\u00a0')} />
          </p>
          <progress
            className="flash-sale-bar"
            max={100}
            value={0}
            suppressHydrationWarning
            aria-label="The day so far"
          />
          <Link to={getLink(sale)} className="button button-primary">
            Grab Deal Now
          </Link>
        </div>
      </flash-sale>
    </section>
  )
}
