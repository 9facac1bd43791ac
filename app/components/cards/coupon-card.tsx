import type { ReactNode } from 'react'
import { catalogMessages } from '~/messages/catalog'
import { fill } from '~/messages/message'
import { Link } from '~/components/ui/link'
import { getLang } from '~/domain/catalog/language'
import { LanguageChip, PayoutBadge, Until, Verified } from './badges'
import { chooseColour } from '~/platform/formats/initials'
import type { Level } from './cards'
import type { OfferProps, TeaserProps } from '~/domain/catalog/cards'
import { FramedLogo } from './framed-logo'
import { Photo } from './photo'
import './coupon-card.css'
import './offer.css'
import '~/components/ui/tint.css'

interface CouponCardProps {
  coupon: TeaserProps & Partial<OfferProps>
  action: { to: string; label: string }
  /** True on the store's page, which has name and logo on top. */
  isOwn?: boolean
  code?: ReactNode
  level?: Level
}

export function CouponCard({ coupon, action, isOwn = false, code, level = 3 }: CouponCardProps) {
  return (
    <li className={`card coupon-card tint-${chooseColour(coupon.store)}`}>
      <div className="coupon-card-head tinted">
        {coupon.photo ? (
          <Photo src={coupon.photo} width={80} />
        ) : (
          !isOwn && <FramedLogo logo={coupon.logo} name={coupon.store} />
        )}
        <div>
          {(!isOwn || coupon.verified) && (
            <p className="meta-line">
              {!isOwn && `${coupon.store} `}
              {coupon.verified && <Verified />}
            </p>
          )}
          <PayoutBadge payout={coupon.payout} credit={coupon.credit} />
        </div>
      </div>
      <CouponText coupon={coupon} level={level} isOwn={isOwn} />
      <div className="coupon-card-foot">
        {coupon.masked && (code ?? <MaskedCode masked={coupon.masked} />)}{' '}
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

export const MaskedCode = ({ masked }: { masked: string }) => (
  <span className="coupon-card-code">{masked}</span>
)

const KEEPS = catalogMessages.keepsCashback

interface CouponTextProps {
  coupon: CouponCardProps['coupon']
  level: Level
  isOwn: boolean
}

function CouponText({ coupon, level, isOwn }: CouponTextProps) {
  const Title = `h${level}` as const
  const lang = getLang(coupon.locale)
  const { keeps, credit = 'cashback' } = coupon
  return (
    <div className="coupon-card-body">
      <Title className="offer-title text-clamp" lang={lang}>
        {coupon.title}
      </Title>
      {coupon.offer && (
        <p className="text-small" lang={lang}>
          {coupon.offer}
        </p>
      )}
      {coupon.text && (
        <p className="muted text-small text-clamp" lang={lang}>
          {coupon.text}
        </p>
      )}
      <LanguageChip locale={coupon.locale} />
      <Until endsOn={coupon.endsOn} />
      {coupon.votes && (
        <p className="text-small">
          {fill(catalogMessages.catalog.worked, { n: coupon.votes.worked, m: coupon.votes.tried })}
        </p>
      )}
      {coupon.failsOften && <p className="text-small">Fails often</p>}
      {coupon.masked && (keeps === 'yes' ? credit === 'cashback' : keeps === 'no' || isOwn) && (
        <p className={keeps ? 'text-small' : 'muted text-small'}>{KEEPS[keeps ?? 'unknown']}</p>
      )}
    </div>
  )
}
