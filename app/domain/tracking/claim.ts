import type { claimMessages, claims } from '~/platform/db/schema/claims'
import { addBankDays } from '~/platform/formats/bank-days'
import { DAY_MS } from '~/platform/formats/dates'
import { readOrderNumber } from '~/platform/formats/identifiers'
import { referenceKey } from '~/platform/formats/reference-key'
import { refused, type Refused } from '~/platform/outcome'
import { type Conversion, isEnd } from './conversions'

export type Claim = typeof claims.$inferSelect
export type ClaimKind = Claim['kind']
export type ClaimState = Claim['state']
export type ClaimMessage = typeof claimMessages.$inferSelect

// When a claim may be opened (docs/rules.md#55).

const CLAIM_AFTER_HOURS = 72
const CLAIM_UNTIL_DAYS = 45
export const MAX_OPEN_CLAIMS = 5
export const MAX_MESSAGES_A_DAY = 5
export const MAX_MESSAGE_LENGTH = 1000
export const PROOFS_A_CLAIM = 3
const BANK_DAYS = 2

const ORDER_KINDS = ['missing', 'wrong-amount', 'other-order'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const isOrderKind = (kind: ClaimKind): kind is OrderKind =>
  (ORDER_KINDS as readonly ClaimKind[]).includes(kind)

/** 'wrong-amount' needs no order number, because a network has reported the order with its number. */
export const needsOrder = (kind: ClaimKind): boolean => isOrderKind(kind) && kind !== 'wrong-amount'

export interface StoreTerms {
  tracks_in_hours: number | null
  app_orders: boolean | null
  takes_claims: boolean | null
}

export const readAppOrders = ({ app_orders }: Pick<StoreTerms, 'app_orders'>): 'yes' | 'no' | 'not said' =>
  app_orders === null ? 'not said' : app_orders ? 'yes' : 'no'

export const isAppealAbout = (sales: readonly Pick<Conversion, 'status'>[]): boolean =>
  sales.length > 0 && sales.every(({ status }) => isEnd(status))

type ClaimKey = Pick<Claim, 'id' | 'kind'>
type EarlierClaim = Refused<'exists', { claimId: number }>
type TooEarly = Refused<'too-early', { from: Date }>
export type VisitProblem = EarlierClaim | TooEarly | Refused<'store-takes-none' | 'too-late' | 'no-sale'>
export type WithdrawalProblem = EarlierClaim | TooEarly | Refused<'not-paid'>

interface VisitFacts {
  visit: StoreTerms & { at: Date }
  sales: readonly Pick<Conversion, 'status'>[]
  earlier: readonly ClaimKey[]
}

/** What a member may ask about a visit; the first is the usual one. */
export const listVisitKinds = (sales: VisitFacts['sales']): ClaimKind[] =>
  sales.length && !isAppealAbout(sales)
    ? ['wrong-amount', 'other-order', 'question']
    : ['missing', 'question']

export const findEarlier = <Earlier extends ClaimKey>(kind: ClaimKind, earlier: readonly Earlier[]) =>
  earlier.find((claim) => (claim.kind === 'question') === (kind === 'question'))

/** Why no claim of this kind about a visit can be opened; null: one can. Used by link, form and command, which then reads the order. */
export function findVisitProblem(
  kind: ClaimKind,
  { visit, sales, earlier }: VisitFacts,
): VisitProblem | null {
  const first = findEarlier(kind, earlier)
  if (first) return refused('exists', { claimId: first.id })
  if (!isOrderKind(kind)) return null
  if (visit.takes_claims === false) return refused('store-takes-none')
  const { from, isEarly, isLate } = findTiming(visit, isAppealAbout(sales))
  if (isEarly) return refused('too-early', { from })
  if (isLate) return refused('too-late')
  return kind === 'wrong-amount' && !sales.length ? refused('no-sale') : null
}

/** As findVisitProblem(); `paidAt` is null for a withdrawal that was not paid. */
export function findWithdrawalProblem(
  kind: ClaimKind,
  { paidAt, earlier }: { paidAt: Date | null; earlier: readonly ClaimKey[] },
): WithdrawalProblem | null {
  const first = findEarlier(kind, earlier)
  if (first) return refused('exists', { claimId: first.id })
  if (kind === 'question') return null
  if (!paidAt) return refused('not-paid')
  const from = addBankDays(paidAt, BANK_DAYS)
  return Date.now() < from.getTime() ? refused('too-early', { from }) : null
}

/** The window of a store that tracks more slowly than in 72 hours is later by the difference. An appeal is never late. */
function findTiming({ at, tracks_in_hours }: VisitFacts['visit'], isAppeal: boolean) {
  const hours =
    tracks_in_hours !== null && tracks_in_hours > CLAIM_AFTER_HOURS ? tracks_in_hours : CLAIM_AFTER_HOURS
  const from = new Date(at.getTime() + hours * 3_600_000)
  const until = from.getTime() - CLAIM_AFTER_HOURS * 3_600_000 + CLAIM_UNTIL_DAYS * DAY_MS
  return { from, isEarly: Date.now() < from.getTime(), isLate: !isAppeal && Date.now() > until }
}

export const isOpen = ({ state }: Pick<Claim, 'state'>): boolean => state === 'received' || state === 'sent'

export const mayAppeal = ({ state, appealed_at }: Pick<Claim, 'state' | 'appealed_at'>): boolean =>
  state === 'declined' && appealed_at === null

/** Null: it names no order. */
export const toOrderKey = (orderNumber: string): string | null =>
  referenceKey(readOrderNumber(orderNumber) ?? '') || null
