/** The wallet in the order that matters to its owner: what can be had now, what is pending, what is on its way. */
import { DialogLink } from '~/ui/link'

interface BalancesProps {
  /** 'Rs. 1,234.50'; debt is null where there is none. */
  balances: { available: string; pending: string; onItsWay: string; debt: string | null }
}

export function Balances({ balances: { available, pending, onItsWay, debt } }: BalancesProps) {
  return (
    <section className="panel balances" aria-label="Balance">
      <div className="balance balance-main">
        <h2>You can withdraw now</h2>
        <p className="money" data-balance="available">
          {available}
        </p>
        <DialogLink name="withdraw" className="button button-primary">
          Redeem
        </DialogLink>
      </div>
      <div className="balance">
        <h2>Pending</h2>
        <p className="money" data-balance="pending">
          {pending}
        </p>
        <p className="muted">
          Yours once the store confirms the purchase, usually when its return period is over.
        </p>
      </div>
      <div className="balance">
        <h2>On its way to you</h2>
        <p className="money" data-balance="on-its-way">
          {onItsWay}
        </p>
      </div>
      {debt && (
        <p className="notice notice-warning">
          A store took back cashback that you had withdrawn. The next {debt} you earn settle it.
        </p>
      )}
    </section>
  )
}
