import { Link, useLocation } from '@remix-run/react'
import { useRef, useState, type FormEvent } from 'react'
import { fill, messages } from '~/messages'
import { formatGrouped, paise } from '~/formats/money'
import { warning } from '~/notice'
import { paths } from '~/paths'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { PostForm } from '~/ui/form'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Field, useField } from '~/ui/field'
import { SearchLink, useSearchPath } from '~/ui/link'
import { NoticeBox } from '~/ui/notice'
import { usePage } from '~/ui/page-context'
import { Submit } from '~/ui/submit'
import { readWithdrawalAmount, refuseTyped, withdrawalText } from './withdrawal-rules'

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

function Obstacle({ text, closeTo }: { text: string; closeTo: string }) {
  const { flash } = usePage()
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
      <p>
        You can withdraw up to <strong className="money">₹{balance}</strong>
      </p>
      <PostForm form="withdraw" action={paths.wallet} whenFailed={WHEN_FAILED}>
        <RequestKey fresh={requestKey} />
        <fieldset className="withdraw-choices">
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

/** Keeps one idempotency key while the dialog is open and when its form is shown again with errors. */
function RequestKey({ fresh }: { fresh: string }) {
  const [first] = useState(fresh)
  return <input type="hidden" name="request_key" value={useField('request_key').value ?? first} />
}

interface AmountProps {
  balance: string
  available: string
  all: string
  amount: string
  least: string
}

/** With scripts, input beyond the balance is rejected and the field keeps its last valid value. */
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
      <SearchLink set={{ amount: all }} className="link link-alone">
        All: ₹{balance}
      </SearchLink>{' '}
      {named && <output className="muted money">{named}</output>}
      <Submit whenBusy="Sending your request…">Withdraw</Submit>
    </>
  )
}

/** Empty without scripts, where the text could not follow the field. */
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

function Method({ value, label, hint, isDefault }: MethodProps) {
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
          to={`${paths.wallet}?edit=${value}`}
          className="link link-alone"
          aria-label={`Add Details: ${label}`}
        >
          Add Details
        </Link>
      )}
    </div>
  )
}
