/** Section 2's withdrawal dialog: method, amount, submit. */
import { messages } from '~/messages'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { Field, PostForm, Submit, useField } from '~/ui/form'

export function WithdrawDialog() {
  const data = useDialogData('withdraw')
  if (!data) return null
  return (
    <Dialog name="withdraw" title="Withdraw your cashback">
      <p className="withdraw-balance">
        You can withdraw up to <strong className="money">₹{data.balance}</strong>
      </p>
      <PostForm form="withdraw" action="/Account/Wallet">
        <input type="hidden" name="request_key" value={data.requestKey} />
        <fieldset className="choices">
          <legend>Send it to</legend>
          <Method value="bank" label="Bank account" hint={data.bank} isDefault />
          <Method value="upi" label="UPI" hint={data.upi} />
        </fieldset>
        <Field
          name="amount"
          label="Amount in rupees"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={messages.withdrawal.minimum}
        />
        <Submit>Withdraw</Submit>
      </PostForm>
    </Dialog>
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
      <input type="radio" name="type" value={value} defaultChecked={chosen ? chosen === value : isDefault} />
      <span>
        {label}
        <small className="muted">{hint ?? 'No details yet'}</small>
      </span>
    </label>
  )
}
