import { Link } from '~/components/ui/link'
import type { ReactNode } from 'react'
import { moneyMessages } from '~/messages/money'
import { toPayoutForm, toWithdrawal } from '~/edit-paths'
import { paths } from '~/paths'
import { NoticeBox } from '~/components/ui/notice'
import { usePage } from '~/components/ui/page-context'
import { Submit } from '~/components/ui/submit'
import './payout-forms.css'

export const { bankNotAdded, bankNotChanged, upiNotAdded, upiNotChanged } = moneyMessages.payoutDetails
export const WALLET = paths.wallet

export const warnOfHold = (what: string, hours: number) =>
  hours > 0 ? `${what} puts withdrawals on hold for ${hours} hours.` : ''

export interface CardProps {
  editing: boolean
  /** Another way to be paid exists. */
  isFurther: boolean
  holdHours: number
  /** The sum of a withdrawal that waits for these details, or ''. */
  amount: string
}

export const hintForNew = (
  hint: string,
  { isFurther, holdHours }: Pick<CardProps, 'isFurther' | 'holdHours'>,
) => (isFurther ? `${hint} ${warnOfHold('Adding a second way to be paid', holdHours)}`.trim() : hint)

/** Marks a change, so that the failure text fits while the database is unavailable. */
export const ChangeInput = () => <input type="hidden" name="change" value="1" />

/** Comes back with the answer, also after the password was asked for. */
export const WaitingAmount = ({ amount }: Pick<CardProps, 'amount'>) =>
  amount && <input type="hidden" name="amount" value={amount} />

interface SavedProps extends Pick<CardProps, 'amount'> {
  children: ReactNode
  empty: string
  edit: 'bank' | 'upi'
}

export function SavedDestination({ children, empty, edit, amount }: SavedProps) {
  const { flash } = usePage()
  return (
    <>
      {children || <p className="muted">{empty}</p>}
      {flash?.saved === edit && flash.notice && <NoticeBox notice={flash.notice} />}
      <Link to={toPayoutForm(edit, amount)} className="button" preventScrollReset>
        {children ? 'Edit' : 'Add Details'}
      </Link>
    </>
  )
}

/** Cancel leads back to the withdrawal, if there is another way to be paid. */
export function FormButtons({ amount, isFurther }: Pick<CardProps, 'amount' | 'isFurther'>) {
  return (
    <div className="form-buttons">
      <Submit>Save</Submit>{' '}
      <Link to={amount && isFurther ? toWithdrawal(amount) : WALLET} className="button" preventScrollReset>
        Cancel
      </Link>
    </div>
  )
}
