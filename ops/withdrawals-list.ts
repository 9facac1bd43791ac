/** Withdrawals as tables, and as scripts read them. */
import { formatTime } from '~/dates'
import { formatPlain, formatRupees } from '~/money'
import { findWithdrawal, listSteps, listWithdrawals } from '~/wallet/payouts.server'
import type { Status } from '~/wallet/withdrawal-moves.server'
import type { Withdrawal } from '~/wallet/withdrawals.server'
import { counted, RefusedCommand, say, sayJson, table, type Column } from './terminal'

export interface Answers {
  json?: boolean
  yes?: boolean
}

const COLUMNS: readonly Column<Withdrawal>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatRupees(amount_paise), right: true },
  { head: 'MEMBER', cell: ({ user_id }) => String(user_id), right: true },
  { head: 'TO', cell: ({ method, destination_hint }) => `${method} ${destination_hint}` },
  { head: 'ASKED', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'UTR OR REASON', cell: ({ utr, reason }) => reason ?? utr ?? '' },
]

/** With their number and sum below. */
export function withdrawalTable(rows: readonly Withdrawal[]): string {
  const sum = rows.reduce((total, { amount_paise }) => total + amount_paise, 0n)
  return `${table(rows, COLUMNS)}\n\n${counted(rows.length, 'withdrawal')}, ${formatRupees(sum)}`
}

/** The action of `withdrawals list`. */
export async function list({ status, json }: Answers & { status?: Status }): Promise<void> {
  const rows = await listWithdrawals(status ? { status } : {})
  if (json) return sayJson(rows.map(forScripts))
  if (!rows.length) return say(status ? `No withdrawal is ${status}.` : 'Nobody has asked for money yet.')
  say(withdrawalTable(rows))
}

/** The action of `withdrawals show`. */
export async function show(id: number, { json }: Answers): Promise<void> {
  const found = await requireWithdrawal(id)
  const steps = await listSteps(id)
  if (json)
    return sayJson({
      ...forScripts(found),
      steps: steps.map(({ status, utr, reason, created_at }) => ({ status, utr, reason, at: created_at })),
    })
  say(`${table([found], COLUMNS)}\n`)
  say(
    table(steps, [
      { head: 'WHEN', cell: ({ created_at }) => formatTime(created_at) },
      { head: 'STEP', cell: ({ status }) => status },
      { head: 'UTR OR REASON', cell: ({ utr, reason }) => reason ?? utr ?? '' },
    ]),
  )
}

export async function requireWithdrawal(id: number): Promise<Withdrawal> {
  const found = await findWithdrawal(id)
  if (!found) throw new RefusedCommand(noWithdrawal(id))
  return found
}

export const noWithdrawal = (id: number) => `There is no withdrawal ${id}. \`withdrawals list\` shows them.`

/** Amounts in rupees as text, times in UTC. */
export const forScripts = (w: Withdrawal) => ({
  id: w.id,
  status: w.status,
  amount: formatPlain(w.amount_paise),
  user_id: w.user_id,
  method: w.method,
  destination_hint: w.destination_hint,
  utr: w.utr,
  reason: w.reason,
  created_at: w.created_at,
  updated_at: w.updated_at,
})
