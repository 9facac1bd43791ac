import { Logo } from '~/components/cards/logo'
import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import type { WalletPage } from '~/domain/wallet/wallet-page.server'
import './pending-list.css'
import '~/components/ui/list.css'

type Purchase = Omit<WalletPage['pending']['purchases'][number], 'lateVisit'> & {
  /** Null: it is not late. */
  askHref: string | null
}

type PendingListProps = Omit<WalletPage['pending'], 'purchases'> & { purchases: Purchase[] }

export function PendingList({ purchases, further, referrals }: PendingListProps) {
  if (!purchases.length && !referrals) return null
  return (
    <section className="panel" aria-labelledby="pending-title">
      <h2 id="pending-title">Waiting for confirmation</h2>
      <ul className="list">
        {purchases.map((purchase) => (
          <PendingRow key={purchase.id} {...purchase} />
        ))}
        {referrals && (
          <li className="list-row pending-row">
            <span className="pending-mark">
              <Icon name="share" />
            </span>
            <div>
              <p>Referral rewards</p>
              <p className="muted">being checked</p>
            </div>
            <p className="list-row-end money">{referrals}</p>
          </li>
        )}
      </ul>
      {further > 0 && (
        <Link to={`${paths.history}?kind=cashback`} className="link link-alone">
          {further} more in your History
        </Link>
      )}
    </section>
  )
}

const PendingRow = ({ store, logo, amount, reported, expected, askHref }: Purchase) => (
  <li className="list-row pending-row">
    <Logo src={logo} name={store} size="small" />
    <div>
      <p>{store}</p>
      <p className="muted">
        reported {reported}
        {expected && ', '}
        {askHref ? (
          <Link to={askHref} className="link">
            {expected}
          </Link>
        ) : (
          expected
        )}
      </p>
    </div>
    <p className="list-row-end money">{amount}</p>
  </li>
)
