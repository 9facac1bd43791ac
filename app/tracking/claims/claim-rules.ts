/** When a claim may be opened (docs/rules.md#55). */
import { addBankDays } from '~/formats/bank-days'
import { DAY_MS } from '~/formats/dates'
import { readOrderNumber } from '~/formats/identifiers'
import { referenceKey } from '~/wallet/reference-key'
import type { Conversion } from '../conversion'
import { isEnd } from '../conversion-states'
import type { Claim, ClaimKind } from './claim'

const CLAIM_AFTER_HOURS = 72
const CLAIM_UNTIL_DAYS = 45
export const MAX_OPEN_CLAIMS = 5
export const MAX_MESSAGES_A_DAY = 5
export const MAX_MESSAGE_LENGTH = 1000
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

/** The window of a store that tracks more slowly than in 72 hours is later by the difference. An appeal is never late. */
export function findTiming({ at, tracks_in_hours }: StoreTerms & { at: Date }, isAppeal: boolean) {
  const hours =
    tracks_in_hours !== null && tracks_in_hours > CLAIM_AFTER_HOURS ? tracks_in_hours : CLAIM_AFTER_HOURS
  const from = new Date(at.getTime() + hours * 3_600_000)
  const until = from.getTime() - CLAIM_AFTER_HOURS * 3_600_000 + CLAIM_UNTIL_DAYS * DAY_MS
  return { from, isEarly: Date.now() < from.getTime(), isLate: !isAppeal && Date.now() > until }
}

export const findWithdrawalStart = (paidAt: Date): Date => addBankDays(paidAt, BANK_DAYS)

export const isOpen = ({ state }: Pick<Claim, 'state'>): boolean => state === 'received' || state === 'sent'

export const mayAppeal = ({ state, appealed_at }: Pick<Claim, 'state' | 'appealed_at'>): boolean =>
  state === 'declined' && appealed_at === null

/** Null: it names no order. */
export const toOrderKey = (orderNumber: string): string | null =>
  referenceKey(readOrderNumber(orderNumber) ?? '') || null
