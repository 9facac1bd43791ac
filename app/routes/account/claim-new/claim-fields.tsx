import { moneyMessages } from '~/messages/money'
import { newClaimPath, paths } from '~/paths'
import { ProofField } from '~/components/account/proof-field'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import { TextArea } from '~/components/ui/text-area'
import type { ClaimKind } from '~/domain/tracking/claim'
import type { PreparedClaim } from '~/domain/tracking/prepare-claim.server'
import '~/components/ui/panel-parts.css'

const { claims } = moneyMessages

export interface ClaimFormProps {
  prepared: PreparedClaim
  place: 'web' | 'app' | null
}

export const toHref = (about: PreparedClaim['about'], kind: ClaimKind, place?: 'web' | 'app') =>
  `${newClaimPath(about)}&kind=${kind}${place ? `&place=${place}` : ''}`

export function ClaimFields({ prepared, place }: ClaimFormProps) {
  const { about, kind, orderNumber, amount, isAppeal } = prepared
  const isOrder = kind === 'missing' || kind === 'wrong-amount' || kind === 'other-order'
  return (
    <PostForm
      form="claim"
      action={paths.newClaim}
      from={`${toHref(about, kind, place ?? undefined)}#claim`}
      id="claim"
      encType="multipart/form-data"
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
            hint={kind === 'wrong-amount' ? 'Optional' : 'From the store’s order e-mail'}
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
      <ProofField hint={claims.firstProofHint} />
      <Submit whenBusy="Sending…">{isAppeal ? 'Appeal' : 'Send claim'}</Submit>
    </PostForm>
  )
}
