import { formatUsualTime } from '~/components/cards/facts-line'
import type { StoreFacts } from '~/domain/catalog/waits'
import '../offers.css'

/** A store's facts with labels, beside its rate. */
export function FactFigures({ facts: { tracks, confirms, appOrders } }: { facts: StoreFacts }) {
  const figures = [
    tracks !== null && ['Shows here', `within ${formatUsualTime(tracks)}`],
    confirms !== null && ['Confirmed', `in about ${formatUsualTime(confirms)}`],
    appOrders !== null && ['App orders', appOrders ? 'count' : 'no cashback'],
  ].filter((figure) => figure !== false)
  if (!figures.length) return null
  return (
    <dl className="offers-facts">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
