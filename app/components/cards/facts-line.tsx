import { catalogMessages } from '~/messages/catalog'
import { fill } from '~/messages/message'
import { DAY_HOURS, type StoreFacts } from '~/domain/catalog/waits'
import './facts-line.css'

type FactText = 'tracks' | 'confirms' | 'hours' | 'days' | 'counted' | 'appOrders' | 'noAppOrders'
type FactTexts = Record<FactText, string>

export const FACT_TEXTS: FactTexts = catalogMessages.store

const MOST_HOURS = 72

export const formatUsualTime = (hours: number, t: Pick<FactTexts, 'hours' | 'days'> = FACT_TEXTS) =>
  hours <= MOST_HOURS ? fill(t.hours, { n: hours }) : fill(t.days, { n: Math.ceil(hours / DAY_HOURS) })

interface FactsLineProps {
  facts: StoreFacts
  t?: FactTexts
}

/** No clock: pages of guests are cached. */
export function FactsLine({ facts: { tracks, confirms, appOrders, sales }, t = FACT_TEXTS }: FactsLineProps) {
  const times = [
    tracks !== null && fill(t.tracks, { time: formatUsualTime(tracks, t) }),
    confirms !== null && fill(t.confirms, { time: formatUsualTime(confirms, t) }),
  ].filter((text) => text !== false)
  const words = times.map((fact, at) =>
    sales !== null && at === times.length - 1 ? fill(t.counted, { fact, n: sales }) : fact,
  )
  if (appOrders !== null) words.push(appOrders ? t.appOrders : t.noAppOrders)
  if (!words.length) return null
  return (
    <ul className="facts-line">
      {words.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
