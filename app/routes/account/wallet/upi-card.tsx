import { toPayoutForm } from '~/edit-paths'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import {
  ChangeInput,
  FormButtons,
  hintForNew,
  SavedDestination,
  upiNotAdded,
  upiNotChanged,
  WaitingAmount,
  WALLET,
  warnOfHold,
  type CardProps,
} from './payout-forms'
import '~/components/ui/panel-parts.css'

interface UpiCardProps extends CardProps {
  hint: string | null
}

export function UpiCard({ hint, editing, ...hold }: UpiCardProps) {
  return (
    <section className="panel panel-parts" id="upi-details" aria-labelledby="upi-title">
      <h2 id="upi-title">UPI details</h2>
      {editing ? (
        <PostForm
          form="upi-details"
          action={`${WALLET}/upi`}
          from={toPayoutForm('upi', hold.amount)}
          whenFailed={hint ? upiNotChanged : upiNotAdded}
        >
          {hint && <ChangeInput />}
          <WaitingAmount amount={hold.amount} />
          <Field
            name="upi"
            label="UPI ID"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            hint={
              hint
                ? `Now ${hint}. ${warnOfHold('A change', hold.holdHours)}`
                : hintForNew('For example name@bank.', hold)
            }
          />
          <FormButtons {...hold} />
        </PostForm>
      ) : (
        <SavedDestination empty="No UPI ID yet." edit="upi" amount={hold.amount}>
          {hint && <p className="money payout-upi">{hint}</p>}
        </SavedDestination>
      )}
    </section>
  )
}
