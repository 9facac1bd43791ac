import { moneyMessages } from '~/messages/money'
import { newClaimPath, paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { NoticeBox } from '~/components/ui/notice'
import { Link } from '~/components/ui/link'
import { usePage } from '~/components/ui/page-context'
import { Submit } from '~/components/ui/submit'
import type { WalletPage } from '~/domain/wallet/wallet-page.server'
import './withdrawal-list.css'
import '~/components/ui/list.css'

const STATUS_WORDS: Record<string, string> = {
  requested: 'Requested',
  processing: 'On its way',
  unknown: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Failed, money back in your wallet',
  cancelled: 'Cancelled',
  returned: 'Returned by the bank, money back in your wallet',
}

const ENDS: Record<string, string> = {
  paid: 'Paid',
  refunded: 'Failed',
  cancelled: 'Cancelled',
  returned: 'Returned',
}

interface WithdrawalListProps {
  withdrawals: WalletPage['withdrawals']
  /** How long payouts usually take; null: they are too few. */
  paid: string | null
}

export function WithdrawalList({ withdrawals, paid }: WithdrawalListProps) {
  const { flash } = usePage()
  if (!withdrawals.length) return null
  return (
    <section className="panel" id="withdrawals" aria-labelledby="withdrawals-title">
      <h2 id="withdrawals-title">Withdrawals</h2>
      {flash?.saved?.startsWith('withdrawal:') && flash.notice && <NoticeBox notice={flash.notice} />}
      <ul className="list">
        {withdrawals.map(({ id, amount, method, to, status, reason, utr, requested, ended }) => (
          <li
            key={id}
            className={flash?.saved === `withdrawal:${id}` ? 'list-row withdrawal-saved' : 'list-row'}
          >
            <div>
              <p>
                {method === 'upi' ? 'UPI' : 'Bank'} {to}
              </p>
              <p className="muted">
                Requested {requested}
                {ENDS[status] && ` · ${ENDS[status]} ${ended}`}
                {utr && ` · UTR ${utr}`}
                {reason && ` · ${reason}`}
              </p>
              {status === 'requested' && paid && <p className="muted">{paid}</p>}
            </div>
            <div className="list-row-end">
              <p className="money">{amount}</p>
              <p className={`withdrawal-status withdrawal-status-${status}`}>
                {STATUS_WORDS[status] ?? status}
              </p>
              {status === 'requested' && <Cancel id={id} amount={amount} />}
              {status === 'paid' && (
                <Link to={newClaimPath({ withdrawal: id })} className="link link-alone">
                  Not arrived?
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cancel({ id, amount }: { id: number; amount: string }) {
  return (
    <PostForm
      form="cancel-withdrawal"
      action={paths.cancelWithdrawal}
      label={`Cancel the withdrawal of ${amount}`}
      whenFailed={moneyMessages.withdrawal.failed}
    >
      <input type="hidden" name="withdrawal" value={id} />
      <Submit className="link link-alone">Cancel</Submit>
    </PostForm>
  )
}
