import type { Paise } from '~/platform/formats/money'
import type { BankRow } from './bank'

export interface KnownWithdrawal {
  id: number
  status: string
  amount: Paise
  utrKey: string
  seenOn: string | null
  returnSeenOn: string | null
  feeSeen: boolean
  isOther: boolean
}

export interface KnownPayment {
  id: number
  amount: Paise
  referenceKey: string
  seenOn: string | null
}

export interface KnownEntries {
  withdrawals: readonly KnownWithdrawal[]
  payments: readonly KnownPayment[]
  fees: ReadonlyMap<string, number>
}

export interface Entry {
  kind: 'withdrawal' | 'return' | 'network' | 'fee'
  key: string
  day: string
  /** Negative: a debit. */
  amount: Paise
  withdrawalId: number | null
  settlementId: number | null
}

export type Problem =
  'unknown' | 'amount' | 'twice' | 'came-back' | 'went-out' | 'other-account' | 'unusable-id'

export interface MatchedRow {
  row: BankRow
  what: 'withdrawal' | 'return' | 'network' | 'fee' | 'other' | 'nothing'
  id: number | null
  ours: Paise | null
  problem: Problem | null
  entries: Entry[]
}
