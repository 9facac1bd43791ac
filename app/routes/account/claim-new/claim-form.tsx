import { moneyMessages } from '~/messages/money'
import { claimPath } from '~/paths'
import { FactList } from '~/components/ui/facts'
import { Link } from '~/components/ui/link'
import { usePage } from '~/components/ui/page-context'
import { Spaced } from '~/components/ui/spaced'
import { ClaimFields, toHref, type ClaimFormProps } from './claim-fields'
import { KIND_WORDS, formatClaimNumber } from '~/domain/tracking/claim-words'
import type { PreparedClaim } from '~/domain/tracking/prepare-claim.server'
import './claim-form.css'
import '~/components/ui/panel-parts.css'

const { claims } = moneyMessages

export function ClaimForm({ prepared, place }: ClaimFormProps) {
  const { about, facts, heading, kind, kinds, problem, claimId, asksPlace } = prepared
  // A returned form keeps what was typed, even if the claim has become impossible meanwhile.
  const isReturned = usePage().flash?.form?.form === 'claim'
  return (
    <section className="panel" aria-labelledby="claim-title">
      <h1 id="claim-title" className="mb-2 text-xl">
        {heading}
      </h1>
      <FactList facts={facts} />
      {kinds.length > 1 && <Kinds about={about} kinds={kinds} kind={kind} />}
      {claimId !== null ? (
        <>
          <p>{claims.exists.text}</p>
          <p>
            <Link to={claimPath(claimId)} className="button">
              Claim {formatClaimNumber(claimId)}
            </Link>
          </p>
        </>
      ) : problem !== null && !isReturned ? (
        <p>{problem}</p>
      ) : asksPlace && place !== 'web' ? (
        <Place about={about} kind={kind} place={place} />
      ) : (
        <ClaimFields prepared={prepared} place={place} />
      )}
    </section>
  )
}

const Kinds = ({ about, kinds, kind }: Pick<PreparedClaim, 'about' | 'kinds' | 'kind'>) => (
  <nav aria-label="What it is about" className="claim-kinds">
    <Spaced>
      {kinds.map((one) => (
        <Link
          key={one}
          to={toHref(about, one)}
          className="claim-kind"
          aria-current={one === kind ? 'true' : undefined}
          preventScrollReset
        >
          {KIND_WORDS[one]}
        </Link>
      ))}
    </Spaced>
  </nav>
)

const Place = ({
  about,
  kind,
  place,
}: Pick<PreparedClaim, 'about' | 'kind'> & Pick<ClaimFormProps, 'place'>) => (
  <>
    <h2 className="panel-title">Where did you order?</h2>
    <p className="claim-places">
      <Link to={toHref(about, kind, 'web')} className="button">
        On the website
      </Link>{' '}
      <Link to={toHref(about, kind, 'app')} className="button">
        In the app
      </Link>
    </p>
    {place === 'app' && (
      <output className="claim-app">
        <b>{claims.appOrder.title}.</b> {claims.appOrder.text}
      </output>
    )}
  </>
)
