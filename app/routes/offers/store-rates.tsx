import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import type { RateMemory } from '~/domain/catalog/rate-memory'
import { Figure } from '~/components/ui/figure'
import { outPath } from '~/domain/catalog/links'
import { useMayClick } from '~/components/offer/may-click'
import { EXAMPLE_PRICE } from '~/domain/tracking/example'
import type { StoreRate, StoreRules } from '~/domain/catalog/store-record.server'
import './store-rates.css'
import '~/components/ui/prose.css'

export function StoreRateList({ rates, name }: { rates: StoreRate[]; name: string }) {
  if (!rates.length) return null
  return (
    <section className="panel store-rates mb-4">
      <h2 className="panel-title">{`Rates of ${name}`}</h2>
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
      <p className="muted text-small">
        {storePageMessages.storePage.lock}
        {rates.some(({ example }) => example) && ` ${storePageMessages.storePage.examples}`}
      </p>
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
        {rate.example && (
          <span>
            {fill(storePageMessages.storePage.example, { price: EXAMPLE_PRICE, cashback: rate.example })}
          </span>
        )}
      </td>
      <td>
        <a
          href={outPath(rate.id)}
          target={mayClick ? '_blank' : undefined}
          rel="noopener nofollow sponsored"
          className={mayClick ? 'button button-primary' : 'button'}
          aria-label={`Get Deal: ${rate.rateFor}`}
        >
          Get Deal
        </a>
      </td>
    </tr>
  )
}

/** One sentence: is the rate of today a good one? */
export function Memory({ memory }: { memory: RateMemory | null }) {
  if (!memory) return null
  const { now, range, days } = memory
  const { memory: memoryText, memorySame } = storePageMessages.storePage
  return (
    <p className="muted text-small">
      {range ? fill(memoryText, { now, days, ...range }) : fill(memorySame, { now, days })}
    </p>
  )
}

export function StoreRulesPanel({ record, name }: { record: StoreRules; name: string }) {
  const { takes_claims: claims } = record
  const { takesClaims, noClaims } = storePageMessages.storePage
  const lists = [
    ['Do', record.dos],
    ['Do not', record.donts],
    ['What voids cashback', record.voids],
  ] as const
  if (claims === null && lists.every(([, points]) => !points)) return null
  return (
    <section className="panel store-facts mt-4">
      <h2 className="panel-title">{`Cashback at ${name}`}</h2>
      {claims !== null && <p>{claims ? takesClaims : noClaims}</p>}
      {lists.map(
        ([title, points]) =>
          points && (
            <div key={title} className="prose mt-4">
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
