/** `memo`: off-balance-sheet accounts for pending cashback, which is not owed yet. */
export type AccountClass = 'asset' | 'liability' | 'income' | 'expense' | 'memo'

interface ChartEntry {
  name: string
  class: AccountClass
  side: 'debit' | 'credit'
  of: 'house' | 'member'
}

/** The platform's own accounts store no sums, to avoid a hot row. A new account needs a migration (docs/books.md). */
export const CHART = {
  bank: { name: 'Bank', class: 'asset', side: 'debit', of: 'house' },
  network_receivable: {
    name: 'Commission owed by networks',
    class: 'asset',
    side: 'debit',
    of: 'house',
  },
  tds_receivable: { name: 'TDS deducted by networks', class: 'asset', side: 'debit', of: 'house' },
  user_debt: { name: 'Debts of members', class: 'asset', side: 'debit', of: 'member' },
  user_available: { name: 'Wallets of members', class: 'liability', side: 'credit', of: 'member' },
  payout_clearing: { name: 'Withdrawals in transit', class: 'liability', side: 'credit', of: 'member' },
  gst_payable: { name: 'GST payable', class: 'liability', side: 'credit', of: 'house' },
  commission_income: { name: 'Commission', class: 'income', side: 'credit', of: 'house' },
  forfeited_balances: { name: 'Balances given up', class: 'income', side: 'credit', of: 'house' },
  cashback_expense: { name: 'Cashback', class: 'expense', side: 'debit', of: 'house' },
  referral_expense: { name: 'Referral rewards', class: 'expense', side: 'debit', of: 'house' },
  goodwill: { name: 'Goodwill', class: 'expense', side: 'debit', of: 'house' },
  payout_fees: { name: 'Payout fees', class: 'expense', side: 'debit', of: 'house' },
  write_offs: { name: 'Write-offs', class: 'expense', side: 'debit', of: 'house' },
  pending_contra: { name: 'Pending cashback, contra', class: 'memo', side: 'debit', of: 'house' },
  user_pending: { name: 'Pending cashback of members', class: 'memo', side: 'credit', of: 'member' },
} as const satisfies Record<string, ChartEntry>

type Chart = typeof CHART
export type AccountCode = keyof Chart
type CodeOf<Owner> = { [Code in AccountCode]: Chart[Code]['of'] extends Owner ? Code : never }[AccountCode]

export type UserAccount = CodeOf<'member'>
export type HouseAccount = CodeOf<'house'>

export const ACCOUNTS = (Object.keys(CHART) as AccountCode[]).map((code) => ({ code, ...CHART[code] }))
export const USER_ACCOUNTS = ACCOUNTS.filter((account) => account.of === 'member')
export const HOUSE_ACCOUNTS = ACCOUNTS.filter((account) => account.of === 'house')

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
