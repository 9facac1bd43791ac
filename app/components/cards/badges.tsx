import { CREDIT_WORDS } from '~/domain/catalog/cards'
import type { Credit } from '~/platform/formats/money'
import { Figure } from '~/components/ui/figure'
import { Icon } from '~/components/ui/icon'
import './offer.css'
import '~/components/ui/badge.css'

export function Verified({ label = 'Verified' }: { label?: string }) {
  return (
    <span className="verified">
      <Icon name="verified" />
      {` ${label}`}
    </span>
  )
}

export const VerifiedTick = () => (
  <span className="verified-tick">
    <Icon name="verified" />
    <span className="sr-only">Verified</span>
  </span>
)

export function PayoutBadge({
  payout,
  credit = 'cashback',
}: {
  payout: string
  credit?: Credit | undefined
}) {
  return (
    <p className="figure">
      {credit === 'nothing' ? `${payout} ` : <Figure text={payout} />}
      <span className={credit === 'cashback' ? undefined : 'badge'}>{CREDIT_WORDS[credit]}</span>
    </p>
  )
}

export const LanguageChip = ({ locale }: { locale: string | undefined }) =>
  locale === 'es' && (
    <p>
      <span className="badge" lang="es">
        Español
      </span>
    </p>
  )

export const Until = ({ endsOn }: { endsOn: string | null | undefined }) =>
  endsOn && <p className="offer-until">{`Until ${endsOn}`}</p>
