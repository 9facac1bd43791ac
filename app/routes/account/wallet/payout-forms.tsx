import { Link } from '~/components/ui/link'
import type { ReactNode } from 'react'
import { moneyMessages } from '~/messages/money'
import { editPaths } from '~/edit-paths'
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
}

export const hintForNew = (hint: string, { isFurther, holdHours }: Omit<CardProps, 'editing'>) =>
  isFurther ? `${hint} ${warnOfHold('Adding a second way to be paid', holdHours)}`.trim() : hint

/** Marks a change, so that the failure text fits while the database is unavailable. */
export const Change = () => <input type="hidden" name="change" value="1" />

interface SavedProps {
  children: ReactNode
  empty: string
  edit: 'bank' | 'upi'
}

export function SavedDestination({ children, empty, edit }: SavedProps) {
  const { flash } = usePage()
  return (
    <>
      {children || <p className="muted">{empty}</p>}
      {flash?.saved === edit && flash.notice && <NoticeBox notice={flash.notice} />}
      <Link to={editPaths[edit]} className="button" preventScrollReset>
        {children ? 'Edit' : 'Add Details'}
      </Link>
    </>
  )
}

export function FormButtons() {
  return (
    <div className="form-buttons">
      <Submit>Save</Submit>{' '}
      <Link to={WALLET} className="button" preventScrollReset>
        Cancel
      </Link>
    </div>
  )
}
