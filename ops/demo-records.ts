import type { DemoVisit } from './demo-lives'

const OFFER = 'arogyacart-2'

/** As many as figures need (docs/rules.md#53), tracked 30 to 210 days ago. */
const SALES = 31
const NEWEST = 38
const DAYS_APART = 4

const CLOCKS = ['21:40', '13:05', '19:25', '08:50', '22:10', '17:35', '12:20'] as const

/** Returns days, spread evenly in an irregular order. */
const countWait = (at: number) => 24 + ((at * 13) % SALES) * 0.65

export const RECORDS: readonly DemoVisit[] = Array.from({ length: SALES }, (_, at): DemoVisit => {
  const visited = NEWEST + at * DAYS_APART
  const tracked = visited - (at % 5 === 0 ? 2 : 1)
  const decided = Math.round(tracked - countWait(at))
  const status = at % 9 === 4 ? 'rejected' : 'approved'
  return {
    who: null,
    offer: OFFER,
    at: [visited, CLOCKS[at % CLOCKS.length]!],
    sale: {
      id: `demo-record-${at + 1}`,
      amount: '999',
      payout: '180',
      reports: [
        { at: [tracked, '10:30'], status: 'pending' },
        ...(decided > 0 ? [{ at: [decided, '11:15'], status } as const] : []),
      ],
    },
  }
})
