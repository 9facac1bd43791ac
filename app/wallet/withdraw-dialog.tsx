/** Section 2's withdrawal dialog: method, amount, submit. */
import { useRef, useState, type FormEvent } from 'react'
import { fill, messages } from '~/messages'
import { paise } from '~/money'
import { warning } from '~/notice'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { Field, PostForm, Submit, useField } from '~/ui/form'
import { NoticeBox } from '~/ui/notice'
import { refuseTyped, withdrawalText } from './withdrawal-rules'

const { minimum, holdAhead, failed, unexpected } = messages.withdrawal
const WHEN_FAILED = { silent: failed, refused: failed, foreign: unexpected }

export function WithdrawDialog() {
  const data = useDialogData('withdraw')
  if (!data) return null
  const { balance, available, bank, upi, hold, holdHours, requestKey } = data
  return (
    <Dialog name="withdraw" title="Withdraw your cashback">
      <p className="withdraw-balance">
        You can withdraw up to <strong className="money">₹{balance}</strong>
      </p>
      {hold && <NoticeBox notice={warning({ text: hold })} />}
      <PostForm form="withdraw" action="/Account/Wallet" whenFailed={WHEN_FAILED}>
        <RequestKey fresh={requestKey} />
        <fieldset className="choices">
          <legend>Send it to</legend>
          <Method value="bank" label="Bank account" hint={bank} isDefault />{' '}
          <Method value="upi" label="UPI" hint={upi} />
        </fieldset>
        <Amount available={available} />
        {!hold && holdHours > 0 && <p className="field-hint">{fill(holdAhead, { hours: holdHours })}</p>}
      </PostForm>
    </Dialog>
  )
}

/** The key of a form that came back stays: however often it is sent, it is one withdrawal. */
function RequestKey({ fresh }: { fresh: string }) {
  return <input type="hidden" name="request_key" value={useField('request_key').value ?? fresh} />
}

/**
 * The amount and the button. Where scripts run, an amount that the balance refuses is not accepted: the field keeps what
 * it held, says why, and nothing is sent until something else is typed.
 */
function Amount({ available }: { available: string }) {
  const returned = useField('amount').value ?? ''
  const balance = paise(BigInt(available))
  const accepted = useRef(refuseTyped(returned, balance) ? '' : returned)
  const [problem, setProblem] = useState<string>()

  const check = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    const refusal = refuseTyped(field.value, balance)
    if (refusal) field.value = accepted.current
    else accepted.current = field.value
    setProblem(refusal ? withdrawalText(refusal).text : undefined)
  }

  return (
    <>
      <Field
        name="amount"
        label="Amount in rupees"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={minimum}
        problem={problem}
        onInput={check}
      />
      <Submit whenBusy="Sending your request…" blocked={problem !== undefined}>
        Withdraw
      </Submit>
    </>
  )
}

interface MethodProps {
  value: 'bank' | 'upi'
  label: string
  /** '•••• 1234', or null while there are no details. */
  hint: string | null
  isDefault?: boolean
}

function Method({ value, label, hint, isDefault = false }: MethodProps) {
  const chosen = useField('type').value
  return (
    <label className="choice">
      <input type="radio" name="type" value={value} defaultChecked={chosen ? chosen === value : isDefault} />{' '}
      <span>
        {label} <small className="muted">{hint ?? 'No details yet'}</small>
      </span>
    </label>
  )
}
