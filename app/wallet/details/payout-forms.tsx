import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { messages } from '~/messages'
import { paths } from '~/paths'
import { usePage } from '~/ui/page-context'
import { FactList } from '~/ui/facts'
import { Field } from '~/ui/field'
import { PostForm } from '~/ui/form'
import { Icon } from '~/ui/icon'
import { Submit } from '~/ui/submit'
import type { BankDetails } from './payout-details'

const { bankNotAdded, bankNotChanged, upiNotAdded, upiNotChanged } = messages.payoutDetails
const WALLET = paths.wallet
const FURTHER = 'Adding a second way to be paid'

const holdBy = (what: string, hours: number) =>
  hours > 0 ? `${what} puts withdrawals on hold for ${hours} hours.` : ''

interface BankCardProps {
  bank: BankDetails | null
  editing: boolean
  isFurther: boolean
  holdHours: number
}

export function BankCard({ bank, editing, isFurther, holdHours }: BankCardProps) {
  return (
    <section className="panel panel-parts" aria-labelledby="bank-title">
      <h2 id="bank-title">Bank details</h2>
      {editing ? (
        <PostForm
          form="bank-details"
          action={`${WALLET}/bank`}
          from={`${WALLET}?edit=bank`}
          whenFailed={bank ? bankNotChanged : bankNotAdded}
        >
          {bank && <Change />}
          <Field
            name="acc_number"
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            required={!bank}
            hint={
              bank
                ? `Now ${bank.acc_number}. Leave this empty to keep it. ${holdBy('Any change here', holdHours)}`
                : isFurther
                  ? holdBy(FURTHER, holdHours)
                  : undefined
            }
          />
          <Field
            name="acc_holder_name"
            label="Account holder name"
            autoComplete="name"
            defaultValue={bank?.acc_holder_name}
            required
          />
          <Field
            name="ifsc_code"
            label="IFSC code"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            defaultValue={bank?.ifsc_code}
            required
          />
          <Field name="bank_name" label="CRN Number" autoComplete="off" defaultValue={bank?.bank_name} />
          <FormButtons />
        </PostForm>
      ) : (
        <Shown empty="No bank account yet." edit="bank">
          {bank && (
            <FactList
              facts={[
                ['Account number', bank.acc_number],
                ['Account holder name', bank.acc_holder_name],
                ['IFSC code', bank.ifsc_code],
                ['CRN Number', bank.bank_name || '–'],
              ]}
            />
          )}
        </Shown>
      )}
    </section>
  )
}

interface UpiCardProps {
  hint: string | null
  editing: boolean
  isFurther: boolean
  holdHours: number
}

export function UpiCard({ hint, editing, isFurther, holdHours }: UpiCardProps) {
  return (
    <section className="panel panel-parts" aria-labelledby="upi-title">
      <h2 id="upi-title">UPI details</h2>
      {editing ? (
        <PostForm
          form="upi-details"
          action={`${WALLET}/upi`}
          from={`${WALLET}?edit=upi`}
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
        <Shown empty="No UPI ID yet." edit="upi">
          {hint && <p className="money payout-upi">{hint}</p>}
        </Shown>
      )}
    </section>
  )
}

/** Marks a change, so that the failure text fits even while the database is unavailable. */
const Change = () => <input type="hidden" name="change" value="1" />

interface ShownProps {
  children: ReactNode
  empty: string
  edit: 'bank' | 'upi'
}

function Shown({ children, empty, edit }: ShownProps) {
  const { flash } = usePage()
  return (
    <>
      {children || <p className="muted">{empty}</p>}
      {flash?.saved === edit && (
        <p className="payout-saved">
          <Icon name="check" /> Saved
        </p>
      )}
      <Link to={`${WALLET}?edit=${edit}`} className="button" preventScrollReset>
        {children ? 'Edit' : 'Add Details'}
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
