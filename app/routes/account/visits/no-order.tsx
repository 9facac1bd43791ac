import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { VisitList, type VisitListProps } from './visit-list'
import './no-order.css'

const NO_ORDER_PATH = `${paths.visits}?show=no-order`

/** Folded: visits without an order are usual, and no failure. */
export const NoOrder = ({ total, visits, claims }: VisitListProps & { total: number }) => (
  <details className="no-order">
    <summary>
      No order seen <span className="muted">({total})</span>
      <Icon name="chevron" />
    </summary>
    <p className="muted text-small">{moneyMessages.visits.noOrder}</p>
    <VisitList visits={visits} claims={claims} />
    {total > visits.length && (
      <p>
        <Link to={NO_ORDER_PATH} className="link link-alone">
          All {total} visits without an order
        </Link>
      </p>
    )}
  </details>
)
