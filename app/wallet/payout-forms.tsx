/** Bank and UPI details: shown by their hint, edited in a form that opens by the URL (?edit=bank, ?edit=upi). */
import { Link } from '@remix-run/react'
import { messages } from '~/messages'
import { Field, PostForm, Submit } from '~/ui/form'

interface CardProps {
  /** '•••• 1234'; null while there are none. */
  hint: string | null
  editing: boolean
}

const { bankNotAdded, bankNotChanged, upiNotAdded, upiNotChanged } = messages.payoutDetails
const WALLET = '/Account/Wallet'

export function BankCard({ hint, editing }: CardProps) {
  return (
    <section className="panel payout-card" aria-labelledby="bank-title">
      <h2 id="bank-title">Bank details</h2>
      {editing ? (
        <PostForm
          form="bank-details"
          action={`${WALLET}/bank`}
          from={`${WALLET}?edit=bank`}
          whenFailed={hint ? bankNotChanged : bankNotAdded}
        >
          <Field
            name="acc_number"
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            required
            hint={hint ? `Now ${hint}. A change puts withdrawals on hold for a day.` : undefined}
          />
          <Field name="acc_holder_name" label="Account holder name" autoComplete="name" required />
          <Field
            name="ifsc_code"
            label="IFSC code"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Field name="bank_name" label="CRN Number" autoComplete="off" />
          <FormButtons />
        </PostForm>
      ) : (
        <Shown hint={hint} empty="No bank account yet." edit="bank" />
      )}
    </section>
  )
}

export function UpiCard({ hint, editing }: CardProps) {
  return (
    <section className="panel payout-card" aria-labelledby="upi-title">
      <h2 id="upi-title">UPI details</h2>
      {editing ? (
        <PostForm
          form="upi-details"
          action={`${WALLET}/upi`}
          from={`${WALLET}?edit=upi`}
          whenFailed={hint ? upiNotChanged : upiNotAdded}
        >
          <Field
            name="upi"
            label="UPI ID"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            hint={
              hint ? `Now ${hint}. A change puts withdrawals on hold for a day.` : 'For example name@bank'
            }
          />
          <FormButtons />
        </PostForm>
      ) : (
        <Shown hint={hint} empty="No UPI ID yet." edit="upi" />
      )}
    </section>
  )
}

function Shown({ hint, empty, edit }: { hint: string | null; empty: string; edit: 'bank' | 'upi' }) {
  return (
    <>
      <p className={hint ? 'money payout-hint' : 'muted'}>{hint ?? empty}</p>
      <Link to={`${WALLET}?edit=${edit}`} className="button" preventScrollReset>
        {hint ? 'Edit' : 'Add Details'}
      </Link>
    </>
  )
}

function FormButtons() {
  return (
    <div className="form-buttons">
      <Submit>Save</Submit>{' '}
      <Link to={WALLET} className="button" preventScrollReset>
        Cancel
      </Link>
    </div>
  )
}
