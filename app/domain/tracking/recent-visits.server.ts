import { listMemberVisits } from './member-visits.server'
import { showVisit, type ShownVisit } from './show-visit'
import { STATE_WORDS } from './visit-states'

export async function listRecentVisits(userId: number, limit: number) {
  const { items } = await listMemberVisits(userId, { limit })
  return items.map(showVisit).map((visit) => ({
    number: visit.number,
    href: visit.href,
    store: visit.store,
    lines: formatLines(visit),
  }))
}

function formatLines({ sales, date }: ShownVisit): string[] {
  if (!sales.length) return [`${STATE_WORDS.visited}, ${date}`]
  return sales.map((sale) => {
    const { cashback, payout, left, withdrawableFrom } = sale
    if (payout) return [`${cashback} ${payout.chip}`, payout.date].filter(Boolean).join(', ')
    const state = [cashback, STATE_WORDS[sale.state]].filter(Boolean).join(' ')
    const next = withdrawableFrom && `withdrawable from ${withdrawableFrom}`
    return [state, sale.date, left ?? next].filter(Boolean).join(', ')
  })
}
