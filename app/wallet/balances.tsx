import { DialogLink } from '~/ui/link'

interface BalancesProps {
  balances: {
    available: string
    holding: { amount: string; from: string; until: string } | null
    pending: string
    onItsWay: string
    debt: string | null
    hold: { until: string; because: string } | null
  }
}

export function Balances({ balances }: BalancesProps) {
  const { available, holding, pending, onItsWay, debt, hold } = balances
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
      {holding && (
        <div className="balance">
          <h2>Confirmed</h2>
          <p className="money" data-balance="confirmed">
            {holding.amount}
          </p>
          <p className="muted">
            withdrawable from {holding.from}
            {holding.until !== holding.from && `, all of it from ${holding.until}`}
          </p>
        </div>
      )}
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
      {hold && (
        <p className="notice notice-warning">
          Withdrawals are on hold until {hold.until}, because {hold.because}.
        </p>
      )}
      {debt && (
        <p className="notice notice-warning">
          A store took back cashback after it was withdrawn. The next {debt} you earn settle it.
        </p>
      )}
    </section>
  )
}
