import type { HouseAccount, UserAccount } from './ledger.server'

/** `memo`: off-balance-sheet accounts for pending cashback, which is not owed yet. */
export type AccountClass = 'asset' | 'liability' | 'income' | 'expense' | 'memo'

export interface ChartEntry {
  name: string
  class: AccountClass
}

export const CHART: Record<HouseAccount | UserAccount, ChartEntry> = {
  bank: { name: 'Bank', class: 'asset' },
  network_receivable: { name: 'Commission owed by networks', class: 'asset' },
  tds_receivable: { name: 'TDS deducted by networks', class: 'asset' },
  user_debt: { name: 'Debts of members', class: 'asset' },
  user_available: { name: 'Wallets of members', class: 'liability' },
  payout_clearing: { name: 'Withdrawals in transit', class: 'liability' },
  gst_payable: { name: 'GST payable', class: 'liability' },
  commission_income: { name: 'Commission', class: 'income' },
  cashback_expense: { name: 'Cashback', class: 'expense' },
  referral_expense: { name: 'Referral rewards', class: 'expense' },
  goodwill: { name: 'Goodwill', class: 'expense' },
  payout_fees: { name: 'Payout fees', class: 'expense' },
  write_offs: { name: 'Write-offs', class: 'expense' },
  pending_contra: { name: 'Pending cashback, contra', class: 'memo' },
  user_pending: { name: 'Pending cashback of members', class: 'memo' },
}
