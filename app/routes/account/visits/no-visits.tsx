import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import { Link } from '~/components/ui/link'
import './no-visits.css'

const STEPS = [
  ['Press Get Deal', 'The visit is here at once, with the rate that it locked.'],
  ['Pay at the store as usual', 'In the same browser and in one visit.'],
  ['Follow your cashback here', 'Tracked, confirmed, and then yours to withdraw.'],
] as const

export const NoVisits = () => (
  <div className="no-visits">
    <p>{moneyMessages.visits.none}</p>
    <ol>
      {STEPS.map(([title, text]) => (
        <li key={title}>
          <b>{title}</b>
          <br />
          <span className="muted">{text}</span>
        </li>
      ))}
    </ol>
    <AllDeals />
  </div>
)

export const AllDeals = () => (
  <p>
    <Link to={paths.deals} className="button button-primary">
      See All Deals
    </Link>
  </p>
)
