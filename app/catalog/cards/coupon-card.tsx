import { Link } from '~/ui/link'
import { getLang } from '../language'
import { PayoutBadge, Until, Verified } from './badges'
import { chooseColour } from '~/ui/initials'
import { Door } from './door'
import type { OfferProps, TeaserProps } from './card-props'
import './coupon-card.css'
import './offer.css'

interface CouponCardProps {
  coupon: TeaserProps & Partial<OfferProps>
  action: { to: string; label: string }
}

export function CouponCard({ coupon, action }: CouponCardProps) {
  return (
    <li className={`card coupon-card tint-${chooseColour(coupon.brand)}`}>
      <div className="coupon-card-head tinted">
        <Door logo={coupon.logo} name={coupon.brand} />
        <div>
          <p className="meta-line">
            {coupon.brand} {coupon.verified && <Verified />}
          </p>
          <PayoutBadge payout={coupon.payout} credit={coupon.credit} />
        </div>
      </div>
      <div className="grid content-start gap-1 px-4 py-3.5">
        <h3 className="offer-title text-clamp" lang={getLang(coupon.locale)}>
          {coupon.title}
        </h3>
        {coupon.offer && (
          <p className="text-small" lang={getLang(coupon.locale)}>
            {coupon.offer}
          </p>
        )}
        {coupon.text && (
          <p className="coupon-card-text text-clamp" lang={getLang(coupon.locale)}>
            {coupon.text}
          </p>
        )}
        <Until endsOn={coupon.endsOn} />
        {coupon.failsOften && <p className="text-small">Fails often</p>}
      </div>
      <div className="coupon-card-foot">
        {coupon.masked && <span className="coupon-card-code">{coupon.masked}</span>}{' '}
        <Link
          to={action.to}
          className="button button-primary stretched"
          aria-label={`${action.label}: ${coupon.title}`}
        >
          {action.label}
        </Link>
      </div>
    </li>
  )
}
