import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { type Column, formatCount, type SafeText, table, text } from './safe-text'
import { RefusedCommand } from './terminal'

export const COLUMNS: readonly Column<Withdrawal>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatRupees(amount_paise), right: true },
  { head: 'MEMBER', cell: ({ user_id }) => String(user_id), right: true },
  { head: 'TO', cell: ({ method, destination_hint }) => `${method} ${destination_hint}` },
  { head: 'ASKED', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'UTR OR REASON', cell: ({ utr, reason }) => reason ?? utr ?? '' },
]

export function withdrawalTable(rows: readonly Withdrawal[]): SafeText {
  const sum = rows.reduce((total, { amount_paise }) => total + amount_paise, 0n)
  return text`${table(rows, COLUMNS)}\n\n${formatCount(rows.length, 'withdrawal')}, ${formatRupees(sum)}`
}

export async function requireWithdrawal(id: number): Promise<Withdrawal> {
  const found = await findWithdrawal(id)
  if (!found) throw new RefusedCommand(noWithdrawal(id))
  return found
}

export const noWithdrawal = (id: number) => `There is no withdrawal ${id}. \`withdrawals list\` shows them.`
