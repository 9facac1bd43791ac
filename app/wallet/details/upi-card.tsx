import { editPaths } from '~/edit-paths'
import { Field } from '~/ui/field'
import { PostForm } from '~/ui/form'
import {
  Change,
  FormButtons,
  FURTHER,
  holdBy,
  SavedDestination,
  upiNotAdded,
  upiNotChanged,
  WALLET,
} from './payout-forms'
import '~/ui/panel-parts.css'

interface UpiCardProps {
  hint: string | null
  editing: boolean
  isFurther: boolean
  holdHours: number
}

export function UpiCard({ hint, editing, isFurther, holdHours }: UpiCardProps) {
  return (
    <section className="panel panel-parts" id="upi-details" aria-labelledby="upi-title">
      <h2 id="upi-title">UPI details</h2>
      {editing ? (
        <PostForm
          form="upi-details"
          action={`${WALLET}/upi`}
          from={editPaths.upi}
          whenFailed={hint ? upiNotChanged : upiNotAdded}
        >
          {hint && <Change />}
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
                ? `Now ${hint}. ${holdBy('A change', holdHours)}`
                : ['For example name@bank.', isFurther && holdBy(FURTHER, holdHours)]
                    .filter(Boolean)
                    .join(' ')
            }
          />
          <FormButtons />
        </PostForm>
      ) : (
        <SavedDestination empty="No UPI ID yet." edit="upi">
          {hint && <p className="money payout-upi">{hint}</p>}
        </SavedDestination>
      )}
    </section>
  )
}
