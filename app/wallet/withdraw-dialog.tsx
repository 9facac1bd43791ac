/** The withdrawal dialog: method, amount, submit. */
import { Link, useLocation } from '@remix-run/react'
import { useRef, useState, type FormEvent } from 'react'
import { fill, messages } from '~/messages'
import { formatGrouped, paise } from '~/money'
import { warning } from '~/notice'
import { useDialogData, useRoot } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { Field, PostForm, Submit, useField } from '~/ui/form'
import { useHydrated } from '~/ui/hydrated'
import { SearchLink, useSearchPath } from '~/ui/link'
import { NoticeBox } from '~/ui/notice'
import { readAmount, refuseTyped, withdrawalText } from './withdrawal-rules'

const { minimum, holdAhead, failed, unexpected } = messages.withdrawal
const WHEN_FAILED = { silent: failed, refused: failed, foreign: unexpected }

export function WithdrawDialog() {
  const data = useDialogData('withdraw')
  const closeTo = useSearchPath({ dialog: null, amount: null })
  if (!data) return null
  return (
    <Dialog name="withdraw" title="Withdraw your cashback" closeTo={closeTo}>
      {data.obstacle ? <Obstacle text={data.obstacle} closeTo={closeTo} /> : <WithdrawForm {...data} />}
    </Dialog>
  )
}

/** Why there is no form now; a refusal that says the same stands above already. */
function Obstacle({ text, closeTo }: { text: string; closeTo: string }) {
  const { flash } = useRoot()
  return (
    <>
      {flash?.notice?.text !== text && <NoticeBox notice={warning({ text })} />}
      <Link to={closeTo} preventScrollReset className="button">
        Close
      </Link>
    </>
  )
}

type WithdrawData = NonNullable<ReturnType<typeof useDialogData<'withdraw'>>>

function WithdrawForm({ balance, bank, upi, holdHours, requestKey, ...amounts }: WithdrawData) {
  return (
    <>
      <p className="withdraw-balance">
        You can withdraw up to <strong className="money">₹{balance}</strong>
      </p>
      <PostForm form="withdraw" action="/Account/Wallet" whenFailed={WHEN_FAILED}>
        <RequestKey fresh={requestKey} />
        <fieldset className="choices">
          <legend>Send it to</legend>
          <Method value="bank" label="Bank account" hint={bank} isDefault={bank !== null} />
          <Method value="upi" label="UPI" hint={upi} isDefault={bank === null} />
        </fieldset>
        <Amount key={useLocation().key} balance={balance} {...amounts} />
        {holdHours > 0 && <p className="field-hint">{fill(holdAhead, { hours: holdHours })}</p>}
      </PostForm>
    </>
  )
}

/** One key while the dialog is open and when its form comes back: however often it is sent, it is one withdrawal. */
function RequestKey({ fresh }: { fresh: string }) {
  const [first] = useState(fresh)
  return <input type="hidden" name="request_key" value={useField('request_key').value ?? first} />
}

interface AmountProps {
  /** '1,234.50', and the same in paise. */
  balance: string
  available: string
  /** The whole balance as it may be sent, and what a link asked for. */
  all: string
  amount: string
  /** The least that can be paid out. */
  least: string
}

/**
 * The amount and the button. Where scripts run, a keystroke that goes beyond the balance is not accepted: the field keeps
 * what it held and says why. What it holds can be sent, and a line names it, so that nobody sends what they do not see.
 */
function Amount({ balance, available, all, amount, least }: AmountProps) {
  const returned = useField('amount').value ?? amount
  const accepted = useRef(returned)
  const [typed, setTyped] = useState(returned)
  const [problem, setProblem] = useState<string>()
  const named = useNamed(typed)

  const check = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    const refusal = refuseTyped(field.value, paise(BigInt(available)))
    if (refusal) field.value = accepted.current
    else accepted.current = field.value
    setTyped(field.value)
    setProblem(refusal ? withdrawalText(refusal).text : undefined)
  }

  return (
    <>
      <Field
        name="amount"
        label="Amount in rupees"
        className="field field-rupees"
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
      <SearchLink set={{ amount: all }} className="link withdraw-all">
        All: ₹{balance}
      </SearchLink>{' '}
      {named && <output className="muted money">{named}</output>}
      <Submit whenBusy="Sending your request…">Withdraw</Submit>
    </>
  )
}

/** What goes out, where scripts run and an amount is typed: without them it would not follow the field. */
function useNamed(typed: string): string {
  const amount = readAmount(typed)
  return useHydrated() && amount !== null ? `You withdraw ₹${formatGrouped(amount)}` : ''
}

interface MethodProps {
  value: 'bank' | 'upi'
  label: string
  /** '•••• 1234', or null while there are no details. */
  hint: string | null
  isDefault: boolean
}

/** A method without details cannot be chosen; beside it is the way to add them. */
function Method({ value, label, hint, isDefault }: MethodProps) {
  const chosen = useField('type').value
  return (
    <div className="choice-row">
      <label className="choice">
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
        <Link to={`/Account/Wallet?edit=${value}`} className="link" aria-label={`Add Details: ${label}`}>
          Add Details
        </Link>
      )}
    </div>
  )
}
