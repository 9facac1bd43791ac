import { type FormEvent, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { formatGrouped, parsePaise } from '~/platform/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { toPayoutForm } from '~/edit-paths'
import { Field, useField } from '~/components/ui/field'
import { Link, SearchLink, useDialogLinkProps } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { useTypedBefore } from '~/components/ui/typed-before'
import { readWithdrawalAmount, checkTypedAmount, formatWithdrawalRefusal } from '~/domain/wallet/withdrawals'
import './withdraw-dialog.css'

const { minimum } = moneyMessages.withdrawal

interface AmountProps {
  balance: string
  available: string
  all: string
  amount: string
  least: string
  typed: string
  onType: (text: string) => void
}

/** What is typed stays as it is: a shortened amount would be another amount. */
export function Amount({ balance, available, all, amount, least, typed, onType }: AmountProps) {
  const [isChanged, setChanged] = useState(false)
  const refusal = checkTypedAmount(typed, parsePaise(available))
  const problem = refusal ? formatWithdrawalRefusal(refusal).text : ''
  const named = useNamed(refusal ? '' : typed)

  const check = (field: HTMLInputElement) => {
    onType(field.value)
    setChanged(true)
  }
  const input = useRef<HTMLInputElement>(null)
  useTypedBefore(input, check)

  return (
    <>
      <Field
        inputRef={input}
        name="amount"
        label="Amount in rupees"
        className="field withdraw-amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount}
        required
        hint={fill(minimum, { least })}
        // '' once it is changed: the error of the answer was about another amount.
        problem={isChanged ? problem : undefined}
        onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => check(currentTarget)}
      />
      <SearchLink set={{ amount: all }} {...useDialogLinkProps()} className="link link-alone">
        All: ₹{balance}
      </SearchLink>{' '}
      {named && <output className="muted money">{named}</output>}
      <Submit whenBusy="Sending your request…">Withdraw</Submit>
    </>
  )
}

/** Returns '' without scripts, because the text could not follow the field. */
function useNamed(typed: string): string {
  const amount = readWithdrawalAmount(typed)
  return useHydrated() && amount !== null ? `You withdraw ₹${formatGrouped(amount)}` : ''
}

interface MethodProps {
  value: 'bank' | 'upi'
  label: string
  hint: string | null
  isDefault: boolean
  /** The sum that was typed, which comes back with the new details. */
  amount: string
}

export function Method({ value, label, hint, isDefault, amount }: MethodProps) {
  const chosen = useField('type').value
  return (
    <div className="withdraw-choice-row">
      <label className="withdraw-choice">
        <input
          type="radio"
          name="type"
          value={value}
          disabled={hint === null}
          defaultChecked={chosen ? chosen === value : isDefault}
        />{' '}
        <span>
          {label} <small className="muted">{hint ?? 'No details yet'}</small>
        </span>
      </label>{' '}
      {hint === null && (
        <Link
          to={toPayoutForm(value, amount)}
          className="link link-alone"
          aria-label={`Add Details: ${label}`}
        >
          Add Details
        </Link>
      )}
    </div>
  )
}
