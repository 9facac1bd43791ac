import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import type { useDialogData } from '~/components/layout/root-data'
import { keepAmount } from '~/domain/wallet/withdrawals'
import { useField } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Amount, Method } from './withdraw-fields'
import './withdraw-dialog.css'

const { failed, holdAhead, unexpected } = moneyMessages.withdrawal
const WHEN_FAILED = { noAnswer: failed, refused: failed, unexpected }

type WithdrawData = NonNullable<ReturnType<typeof useDialogData<'withdraw'>>>

export function WithdrawForm({ balance, bank, upi, holdHours, paid, requestKey, ...amounts }: WithdrawData) {
  return (
    <>
      <p>
        You can withdraw up to <strong className="money">₹{balance}</strong>
      </p>
      {paid && <p className="field-hint">{paid}</p>}
      <PostForm form="withdraw" action={paths.wallet} whenFailed={WHEN_FAILED}>
        <RequestKey fresh={requestKey} />
        <Choices balance={balance} bank={bank} upi={upi} {...amounts} />
        {holdHours > 0 && <p className="field-hint">{fill(holdAhead, { hours: holdHours })}</p>}
      </PostForm>
    </>
  )
}

type ChoicesProps = Omit<WithdrawData, 'holdHours' | 'paid' | 'requestKey'>

function Choices({ bank, upi, ...amounts }: ChoicesProps) {
  const { key } = useLocation()
  const [changed, setChanged] = useState({ key, text: useField('amount').value })
  // 'All' is a link: its page begins with another amount.
  const typed = (changed.key === key ? changed.text : undefined) ?? amounts.amount
  const amount = keepAmount(typed)
  return (
    <>
      <fieldset className="withdraw-choices">
        <legend>Send it to</legend>
        <Method value="bank" label="Bank account" hint={bank} isDefault={bank !== null} amount={amount} />
        <Method value="upi" label="UPI" hint={upi} isDefault={bank === null} amount={amount} />
      </fieldset>
      <Amount key={key} {...amounts} typed={typed} onType={(text) => setChanged({ key, text })} />
    </>
  )
}

/** Keeps one idempotency key while the dialog is open, also after errors. */
function RequestKey({ fresh }: { fresh: string }) {
  const [first] = useState(fresh)
  return <input type="hidden" name="request_key" value={useField('request_key').value ?? first} />
}
