import { Art } from '~/components/ui/art'
import { Figure } from '~/components/ui/figure'
import { DialogLink } from '~/components/ui/link'
import type { WalletPage } from '~/domain/wallet/wallet-page.server'
import './balances.css'
import '~/components/ui/banner.css'

type BalancesView = WalletPage['balances']

export function BalanceList({ balances }: { balances: BalancesView }) {
  const { withdrawable, isEmpty, payoutTime, holdingPeriod, bar, debt, hold } = balances
  return (
    <section className="banner banner-2 balances" aria-label="Balance">
      <Art />
      {hold && (
        <p className="notice notice-warning">
          Withdrawals are on hold until {hold.until}, because {hold.because}.
        </p>
      )}
      <div className="balance balance-main balance-now">
        <h2>{hold && !isEmpty ? 'On hold' : 'You can withdraw now'}</h2>
        <p className="figure figure-big" data-balance="available">
          <Figure text={withdrawable} />
        </p>
        <DialogLink
          name="withdraw"
          className={isEmpty || hold ? 'button balance-nothing' : 'button button-white'}
        >
          Redeem
        </DialogLink>
        {payoutTime && <p className="balance-paid">{payoutTime}</p>}
      </div>
      {bar && <BalanceBar {...bar} />}
      {holdingPeriod && <Confirmed {...holdingPeriod} />}
      {balances.isPending && (
        <div className="balance balance-pending">
          <h2>Pending</h2>
          <p className="money" data-balance="pending">
            {balances.pending}
          </p>
          <p>
            Yours once the store confirms the order, usually when its return period is over
            {balances.next && `; ${balances.next}`}.
          </p>
        </div>
      )}
      {balances.isOnItsWay && (
        <div className="balance balance-on-its-way">
          <h2>On its way to you</h2>
          <p className="money" data-balance="on-its-way">
            {balances.onItsWay}
          </p>
        </div>
      )}
      {balances.isPaid && (
        <div className="balance">
          <h2>Paid to you</h2>
          <p className="money" data-balance="paid">
            {balances.paid}
          </p>
        </div>
      )}
      {debt && (
        <p className="notice notice-warning">
          {debt.because} The next <span className="money">{debt.amount}</span> you earn settle it.
        </p>
      )}
    </section>
  )
}

const Confirmed = ({ amount, balance, from, until }: NonNullable<BalancesView['holdingPeriod']>) => (
  <div className="balance balance-confirmed">
    <h2>Confirmed</h2>
    <p className="money" data-balance="confirmed">
      {amount}
    </p>
    <p>
      withdrawable from {from}
      {until !== from && `, all of it from ${until}`}; part of your balance of{' '}
      <span className="money">{balance}</span>
    </p>
  </div>
)

const LOOKS = ['balance-now', 'balance-confirmed', 'balance-pending', 'balance-on-its-way']

const BalanceBar = ({ total, parts }: NonNullable<BalancesView['bar']>) => (
  <svg className="balances-bar" viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
    {parts.map(({ x, width }, at) => (
      <rect
        key={LOOKS[at]}
        className={LOOKS[at]}
        x={x}
        width={width}
        height="1"
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </svg>
)
