import type { WalletKind } from './ledger'

export const HISTORY_PARTS = {
  cashback: 'Cashback',
  referral: 'Referral rewards',
  withdrawals: 'Withdrawals',
  adjustments: 'Adjustments',
} as const

export type HistoryPart = keyof typeof HISTORY_PARTS

/** Null: unfiltered, also for an unknown name. */
export const readHistoryPart = (name: string | null): HistoryPart | null =>
  name !== null && Object.hasOwn(HISTORY_PARTS, name) ? (name as HistoryPart) : null

const MOVEMENTS = {
  pending: ['Cashback pending', 'cashback'],
  rejected: ['Cashback declined', 'cashback'],
  cashback: ['Cashback confirmed', 'cashback'],
  cashback_back: ['Cashback reversed', 'cashback'],
  repay: ['Amount owed repaid', 'cashback'],
  inherited: ['Owed by an earlier account', 'cashback'],
  inherited_back: ['Owed by an earlier account, given back', 'cashback'],
  referral: ['Referral reward', 'referral'],
  referral_waiting: ['Referral reward pending', 'referral'],
  referral_back: ['Referral reward reversed', 'referral'],
  correction: ['Balance correction', 'adjustments'],
  correction_back: ['Balance correction', 'adjustments'],
  correction_back_debt: ['Balance correction, owed to us', 'adjustments'],
  goodwill: ['Gift from us', 'adjustments'],
  write_off: ['Amount owed written off', 'adjustments'],
  hold: ['Withdrawal', 'withdrawals'],
  refunded: ['Withdrawal refunded', 'withdrawals'],
  cancelled: ['Withdrawal amount returned', 'withdrawals'],
  returned: ['Withdrawal sent back by the bank', 'withdrawals'],
  forfeit: ['Given up', 'adjustments'],
  forfeit_back: ['Taken from what was given up', 'cashback'],
} satisfies Record<WalletKind | 'rejected' | 'correction_back_debt', [words: string, part: HistoryPart]>

const isMovement = (kind: string): kind is keyof typeof MOVEMENTS => Object.hasOwn(MOVEMENTS, kind)

const HOLDS: Record<string, string> = {
  requested: 'Withdrawal requested',
  processing: 'Withdrawal in progress',
  unknown: 'Withdrawal in progress',
  paid: 'Withdrawal paid',
  failed: 'Withdrawal failed',
  refunded: 'Withdrawal failed',
  cancelled: 'Withdrawal cancelled',
  returned: 'Withdrawal paid',
}

export const listKinds = (part: HistoryPart): string[] =>
  Object.entries(MOVEMENTS).flatMap(([kind, [, itsPart]]) => (itsPart === part ? [kind] : []))

export function describeMovement(kind: string, withdrawalStatus: string | null): string {
  const words = kind === 'hold' ? HOLDS[withdrawalStatus ?? ''] : isMovement(kind) && MOVEMENTS[kind][0]
  if (!words) throw new Error(`no words for ${kind} ${withdrawalStatus}`)
  return words
}

export type Mark = 'done' | 'waiting' | 'undone'

const UNDONE = new Set([
  'rejected',
  'cashback_back',
  'referral_back',
  'correction_back',
  'correction_back_debt',
  'inherited',
  'forfeit',
  'forfeit_back',
])
const UNDONE_HOLDS = new Set(['failed', 'refunded', 'cancelled'])
const WAITING_HOLDS = new Set(['requested', 'processing', 'unknown'])

export function findMark(kind: string, withdrawalStatus: string | null): Mark {
  if (kind === 'pending' || kind === 'referral_waiting') return 'waiting'
  if (UNDONE.has(kind)) return 'undone'
  if (kind !== 'hold' || withdrawalStatus === null) return 'done'
  return WAITING_HOLDS.has(withdrawalStatus)
    ? 'waiting'
    : UNDONE_HOLDS.has(withdrawalStatus)
      ? 'undone'
      : 'done'
}

export const findPart = (kind: string): HistoryPart => (isMovement(kind) ? MOVEMENTS[kind][1] : 'adjustments')

export function describeKind(kind: string): string {
  if (!isMovement(kind)) throw new Error(`no words for ${kind}`)
  return MOVEMENTS[kind][0]
}

/** Formats 'TXN00000012DD' (docs/rules.md#28). */
export const transactionId = (id: string) => `TXN${id.padStart(8, '0')}DD`
