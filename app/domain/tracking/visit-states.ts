import { type Conversion, isEnd } from './conversions'

export const STATE_WORDS = {
  visited: 'Visited',
  tracked: 'Tracked',
  confirmed: 'Confirmed',
  withdrawable: 'Withdrawable',
  declined: 'Declined',
} as const

export type VisitState = keyof typeof STATE_WORDS
export type SaleState = Exclude<VisitState, 'visited'>

export const NO_ORDER_DAYS = 14

type SaleFacts = Pick<Conversion, 'status' | 'granted_paise' | 'withdrawable_at'>

/** Approved with nothing credited stays 'confirmed': there is nothing to withdraw. */
export function findSaleState(
  { status, granted_paise, withdrawable_at }: SaleFacts,
  now = new Date(),
): SaleState {
  if (isEnd(status)) return 'declined'
  if (status === 'pending') return 'tracked'
  return granted_paise > 0n && (withdrawable_at === null || withdrawable_at <= now)
    ? 'withdrawable'
    : 'confirmed'
}

export type SaleDates = Record<SaleState, Date | null>

type SaleTimes = SaleFacts & Pick<Conversion, 'created_at' | 'updated_at'>

export function findSaleDates(
  sale: SaleTimes,
  reported: { approved: Date | null; ended: Date | null },
): SaleDates {
  const isDeclined = isEnd(sale.status)
  const confirmed = reported.approved ?? (sale.status === 'approved' ? sale.updated_at : null)
  return {
    tracked: sale.created_at,
    confirmed,
    withdrawable:
      sale.status === 'approved' && sale.granted_paise > 0n ? (sale.withdrawable_at ?? confirmed) : null,
    declined: isDeclined ? (reported.ended ?? sale.updated_at) : null,
  }
}

export interface VisitStep {
  state: VisitState
  at: Date | null
  isDone: boolean
}

const ORDER = ['tracked', 'confirmed', 'withdrawable'] as const

export function listVisitSteps(
  visited: Date,
  sale: { state: SaleState; dates: SaleDates } | null,
): VisitStep[] {
  const steps: VisitStep[] = [{ state: 'visited', at: visited, isDone: true }]
  if (!sale) return [...steps, ...ORDER.map((state) => ({ state, at: null, isDone: false }))]
  const { state, dates } = sale
  if (state === 'declined') {
    const before = ORDER.filter((step) => step !== 'withdrawable' && dates[step] !== null)
    return [...steps, ...[...before, state].map((step) => ({ state: step, at: dates[step], isDone: true }))]
  }
  const reached = ORDER.indexOf(state)
  return [...steps, ...ORDER.map((step, at) => ({ state: step, at: dates[step], isDone: at <= reached }))]
}
