import { type FormEvent, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { formatGrouped, paise } from '~/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { editPaths } from '~/edit-paths'
import { Field, useField } from '~/ui/field'
import { Link, SearchLink, useDialogLinkProps } from '~/ui/link'
import { Submit } from '~/ui/submit'
import { readWithdrawalAmount, checkTypedAmount, formatWithdrawalRefusal } from './withdrawal-rules'
import './withdraw-dialog.css'

const { minimum } = moneyMessages.withdrawal

interface AmountProps {
  balance: string
  available: string
  all: string
  amount: string
  least: string
}

/** With scripts, input beyond the balance is rejected and the field keeps its last valid value. */
export function Amount({ balance, available, all, amount, least }: AmountProps) {
  const returned = useField('amount').value ?? amount
  const accepted = useRef(returned)
  const [typed, setTyped] = useState(returned)
  const [problem, setProblem] = useState<string>()
  const named = useNamed(typed)

  const check = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    const refusal = checkTypedAmount(field.value, paise(BigInt(available)))
    if (refusal) field.value = accepted.current
    else accepted.current = field.value
    setTyped(field.value)
    setProblem(refusal ? formatWithdrawalRefusal(refusal).text : undefined)
  }

  return (
    <>
      <Field
        name="amount"
        label="Amount in rupees"
        className="field withdraw-amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount}
        required
        hint={fill(minimum, { least })}
        onInput={check}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
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
}

export function Method({ value, label, hint, isDefault }: MethodProps) {
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
        <Link to={editPaths[value]} className="link link-alone" aria-label={`Add Details: ${label}`}>
          Add Details
        </Link>
      )}
    </div>
  )
}
