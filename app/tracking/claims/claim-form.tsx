import { moneyMessages } from '~/messages/money'
import { claimPath, newClaimPath, paths } from '~/paths'
import { FactList } from '~/ui/facts'
import { Field } from '~/ui/field'
import { PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { usePage } from '~/ui/page-context'
import { Spaced } from '~/ui/spaced'
import { Submit } from '~/ui/submit'
import { TextArea } from '~/ui/text-area'
import type { ClaimKind } from './claim'
import { KIND_WORDS, writeClaimNumber } from './claim-words'
import type { PreparedClaim } from './prepare-claim.server'
import './claim-form.css'
import '~/ui/panel-parts.css'

const { claims } = moneyMessages

interface ClaimFormProps {
  prepared: PreparedClaim
  place: 'web' | 'app' | null
}

export function ClaimForm({ prepared, place }: ClaimFormProps) {
  const { about, facts, kind, kinds, problem, claimId, asksPlace } = prepared
  // A returned form keeps what was typed, even if the claim has become impossible meanwhile.
  const isReturned = usePage().flash?.form?.form === 'claim'
  return (
    <section className="panel" aria-labelledby="claim-title">
      <h1 id="claim-title" className="mb-2 text-xl">
        {'visit' in about ? `Ask about visit ${about.visit}` : 'Ask about a withdrawal'}
      </h1>
      <FactList facts={facts} />
      {kinds.length > 1 && <Kinds about={about} kinds={kinds} kind={kind} />}
      {claimId !== null ? (
        <>
          <p>{claims.exists.text}</p>
          <p>
            <Link to={claimPath(claimId)} className="button">
              Claim {writeClaimNumber(claimId)}
            </Link>
          </p>
        </>
      ) : problem !== null && !isReturned ? (
        <p>{problem}</p>
      ) : asksPlace && place !== 'web' ? (
        <Place about={about} kind={kind} place={place} />
      ) : (
        <Fields prepared={prepared} place={place} />
      )}
    </section>
  )
}

const toHref = (about: PreparedClaim['about'], kind: ClaimKind, place?: 'web' | 'app') =>
  `${newClaimPath(about)}&kind=${kind}${place ? `&place=${place}` : ''}`

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

function Fields({ prepared, place }: ClaimFormProps) {
  const { about, kind, orderNumber, amount, isAppeal } = prepared
  const isOrder = kind === 'missing' || kind === 'wrong-amount' || kind === 'other-order'
  return (
    <PostForm
      form="claim"
      action={paths.newClaim}
      from={`${toHref(about, kind, place ?? undefined)}#claim`}
      id="claim"
      className="form form-narrow"
      whenFailed={claims.failed}
    >
      {'visit' in about ? (
        <input type="hidden" name="visit" value={about.visit} />
      ) : (
        <input type="hidden" name="withdrawal" value={about.withdrawal} />
      )}
      <input type="hidden" name="kind" value={kind} />
      {place && <input type="hidden" name="place" value={place} />}
      {isOrder && (
        <>
          <Field
            name="order_number"
            label="Order number"
            defaultValue={orderNumber}
            autoComplete="off"
            required={kind !== 'wrong-amount'}
            hint={kind === 'wrong-amount' ? 'Optional' : 'Required, as the store wrote it'}
          />
          <Field
            name="amount"
            label="Amount of the order in rupees"
            defaultValue={amount}
            inputMode="decimal"
            autoComplete="off"
            hint="Optional"
          />
        </>
      )}
      <TextArea
        name="text"
        label={isAppeal ? 'Why is the decline wrong?' : 'What happened?'}
        rows={5}
        hint="Required"
        maxLength={1000}
        required
      />
      {kind === 'withdrawal' && <p className="muted text-small">{claims.noMoney}</p>}
      <p className="muted text-small">Files such as an invoice can be added on the next page.</p>
      <Submit whenBusy="Sending…">{isAppeal ? 'Appeal' : 'Ask'}</Submit>
    </PostForm>
  )
}
