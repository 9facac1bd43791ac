import type { AccountCode } from './ledger'

/** Every allowed transfer: cause, kind, debit, credit, and the suffix of its reference after 'conversion:12:r3:'. */
export const TRANSFERS = [
  ['conversion', 'pending', 'pending_contra', 'user_pending', 'pending'],
  ['conversion', 'pending', 'user_pending', 'pending_contra', 'pending'],
  ['conversion', 'commission', 'network_receivable', 'commission_income', 'commission'],
  ['conversion', 'commission_back', 'commission_income', 'network_receivable', 'commission'],
  // Posted by the migration for sales approved before commission was booked.
  ['conversion', 'commission_opening', 'network_receivable', 'commission_income', 'opening'],
  ['conversion', 'cashback', 'cashback_expense', 'user_available', 'cashback'],
  ['conversion', 'cashback_back', 'user_available', 'cashback_expense', 'cashback'],
  ['conversion', 'cashback_back_debt', 'user_debt', 'cashback_expense', 'cashback:debt'],
  ['conversion', 'referral', 'referral_expense', 'user_available', 'referral'],
  ['conversion', 'referral_back', 'user_available', 'referral_expense', 'referral'],
  ['conversion', 'referral_back_debt', 'user_debt', 'referral_expense', 'referral:debt'],
  ['conversion', 'referral_waiting', 'pending_contra', 'user_pending', 'waiting'],
  ['conversion', 'referral_waiting', 'user_pending', 'pending_contra', 'waiting'],
  ['conversion', 'forfeit_back', 'forfeited_balances', 'user_available', 'cashback:forfeit'],
  ['conversion', 'forfeit_back', 'forfeited_balances', 'user_available', 'referral:forfeit'],
  ['conversion', 'repay', 'user_available', 'user_debt', 'cashback:repay'],
  ['conversion', 'repay', 'user_available', 'user_debt', 'referral:repay'],
  ['withdrawal', 'hold', 'user_available', 'payout_clearing', 'hold'],
  ['withdrawal', 'paid', 'payout_clearing', 'bank', 'paid'],
  ['withdrawal', 'refunded', 'payout_clearing', 'user_available', 'refunded'],
  ['withdrawal', 'cancelled', 'payout_clearing', 'user_available', 'cancelled'],
  ['withdrawal', 'returned', 'bank', 'user_available', 'returned'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'refunded:repay'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'cancelled:repay'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'returned:repay'],
  ['withdrawal', 'forfeit', 'user_available', 'forfeited_balances', 'returned:forfeit'],
  ['settlement', 'received', 'bank', 'network_receivable', 'received'],
  ['settlement', 'received', 'network_receivable', 'bank', 'received'],
  ['settlement', 'gst', 'bank', 'gst_payable', 'gst'],
  ['settlement', 'gst', 'gst_payable', 'bank', 'gst'],
  ['settlement', 'tds', 'tds_receivable', 'network_receivable', 'tds'],
  ['settlement', 'tds', 'network_receivable', 'tds_receivable', 'tds'],
  ['settlement', 'written_off', 'write_offs', 'network_receivable', 'written_off'],
  ['settlement', 'written_off', 'network_receivable', 'write_offs', 'written_off'],
  ['bank_entry', 'fee', 'payout_fees', 'bank', 'fee'],
  ['bank_entry', 'fee', 'bank', 'payout_fees', 'fee'],
  ['departure', 'forfeit', 'user_available', 'forfeited_balances', 'forfeit'],
  ['departure', 'inherited', 'user_available', 'user_debt', 'moved'],
  ['departure', 'inherited_debt', 'user_debt', 'user_debt', 'moved:debt'],
  ['departure', 'inherited_back', 'user_available', 'user_available', 'wallet'],
  ['departure', 'inherited_back', 'user_debt', 'user_available', 'debt'],
  ['departure', 'repay', 'user_available', 'user_debt', 'wallet:repay'],
  ['departure', 'repay', 'user_available', 'user_debt', 'debt:repay'],
  ['adjustment', 'correction', 'cashback_expense', 'user_available', 'credit'],
  ['adjustment', 'correction_back', 'user_available', 'cashback_expense', 'debit'],
  ['adjustment', 'correction_back_debt', 'user_debt', 'cashback_expense', 'debit:debt'],
  ['adjustment', 'goodwill', 'goodwill', 'user_available', 'goodwill'],
  ['adjustment', 'write_off', 'write_offs', 'user_available', 'write-off'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'credit:repay'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'goodwill:repay'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'write-off:repay'],
] as const satisfies readonly (readonly [
  cause: string,
  kind: string,
  debit: AccountCode,
  credit: AccountCode,
  ends: string,
])[]

type TransferRule = (typeof TRANSFERS)[number]
type Wallet = 'user_available' | 'user_pending'

export type TransferKind = TransferRule[1]

type KindIn<Row extends TransferRule> = Row extends TransferRule
  ? Wallet & (Row[2] | Row[3]) extends never
    ? never
    : Row[1]
  : never
export type WalletKind = KindIn<TransferRule>

type WithDebt<Kind> = Kind extends `${infer Taken}_debt` ? Taken & TransferKind : never
export type TakenKind = WithDebt<TransferKind>
