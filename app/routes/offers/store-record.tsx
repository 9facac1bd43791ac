import { formatUsualTime } from '~/components/cards/facts-line'
import { FactList } from '~/components/ui/facts'
import type { StorePast } from '~/domain/catalog/waits'
import { storePageMessages } from '~/messages/store-page'
import './store-record.css'

interface StoreRecordProps {
  past: StorePast | null
  /** Votes of 90 days on all codes. */
  codes: { worked: number; tried: number }
}

/** What members' orders and votes say. */
export function StoreRecordPanel({ past, codes: { worked, tried } }: StoreRecordProps) {
  const facts: [string, string | null | 0][] = [
    ['Orders counted', past && String(past.sales)],
    ['9 of 10 tracked orders shown', past?.tracks ? `within ${formatUsualTime(past.tracks)}` : null],
    ['Half were decided', past?.confirms ? `within ${formatUsualTime(past.confirms)}` : null],
    ['Codes worked', tried && `${worked} of ${tried} times`],
  ]
  const known = facts.filter(([, value]) => value)
  if (!known.length) return null
  return (
    <section className="panel store-past">
      <h2 className="panel-title">{storePageMessages.storePage.record}</h2>
      <FactList facts={known} />
    </section>
  )
}
