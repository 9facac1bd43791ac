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
