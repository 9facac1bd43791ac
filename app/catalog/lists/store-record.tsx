import { fill } from '~/messages/message'
import { catalogMessages } from '~/messages/catalog'
import { FactList } from '~/ui/facts'
import { Figure } from '~/ui/figure'
import { outPath } from '../links'
import { useMayClick } from '../detail/may-click'
import type { StoreRate, StoreRecord } from '../store-record.server'
import './store-record.css'
import '~/ui/prose.css'

export function StoreRates({ rates, name }: { rates: StoreRate[]; name: string }) {
  if (!rates.length) return null
  return (
    <section className="panel store-rates">
      <h2 className="panel-title">Rates of {name}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">Cashback</th>
            <th scope="col">
              <span className="sr-only">Visit</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <RateRow key={rate.id} rate={rate} />
          ))}
        </tbody>
      </table>
      <p className="muted text-small">{catalogMessages.store.lock}</p>
    </section>
  )
}

function RateRow({ rate }: { rate: StoreRate }) {
  const mayClick = useMayClick(rate)
  return (
    <tr>
      <th scope="row">{rate.rateFor}</th>
      <td className="figure">
        <Figure text={rate.payout} />
      </td>
      <td>
        <a
          href={outPath(rate.id)}
          target={mayClick ? '_blank' : undefined}
          rel="noopener nofollow sponsored"
          className="button"
          aria-label={`Get Deal: ${rate.rateFor}`}
        >
          Get Deal
        </a>
      </td>
    </tr>
  )
}

const HOURS_SAID = 72

export function StoreFacts({ record, name }: { record: StoreRecord; name: string }) {
  const { tracks_in_hours: hours, confirms_in_days: days, app_orders: app, takes_claims: claims } = record
  const t = catalogMessages.store
  const facts: [string, string][] = []
  if (hours !== null)
    facts.push([
      'Tracking',
      hours <= HOURS_SAID
        ? fill(t.tracksInHours, { n: hours })
        : fill(t.tracksInDays, { n: Math.ceil(hours / 24) }),
    ])
  if (days !== null) facts.push(['Confirmation', fill(t.confirms, { n: days })])
  if (app !== null) facts.push(['App', app ? t.appOrders : t.noAppOrders])
  if (claims !== null) facts.push(['Claims', claims ? t.takesClaims : t.noClaims])
  const lists = [
    ['Do', record.dos],
    ['Do not', record.donts],
    ['What voids cashback', record.voids],
  ] as const
  if (!facts.length && lists.every(([, points]) => !points)) return null
  return (
    <section className="panel store-facts">
      <h2 className="panel-title">Cashback at {name}</h2>
      {facts.length > 0 && <FactList facts={facts} />}
      {lists.map(
        ([title, points]) =>
          points && (
            <div key={title} className="prose">
              <h3>{title}</h3>
              <ul>
                {points.split('\n').map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}
