import { formatTime } from '~/formats/dates'
import { db } from '~/db/client.server'
import { formatPlain, formatRupees } from '~/formats/money'
import { findObstacles } from '~/wallet/withdrawals/obstacles.server'
import { listConflicts } from '~/wallet/payout/conflicts.server'
import { findOrder, listUnclearOrders, type PayoutOrder } from '~/wallet/payout/orders.server'
import { referenceOf, type ProviderName } from '~/wallet/payout/port'
import { batchesOf } from '~/wallet/payout/batches.server'
import { listBankEntriesOf } from '~/wallet/settlement/list-settlements.server'
import {
  findWithdrawal,
  listSteps,
  listWithdrawals,
  tryDestination,
  type WithdrawalStep,
} from '~/wallet/withdrawals/payouts.server'
import type { Status } from '~/wallet/withdrawals/withdrawal-moves.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { sayDestination } from './destination'
import { readFilter, sayList, type ListOptions } from './list-options'
import { counted, table, type Column, text, type SafeText, lines } from './shown'
import { RefusedCommand, say, sayJson, type Answers } from './terminal'

const COLUMNS: readonly Column<Withdrawal>[] = [
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
  return text`${table(rows, COLUMNS)}\n\n${counted(rows.length, 'withdrawal')}, ${formatRupees(sum)}`
}

export async function list(options: ListOptions & { status?: Status }): Promise<void> {
  const { status, limit, json, csv } = options
  const filter = { ...(status && { status }), ...(await readFilter(options)) }
  const rows = await listWithdrawals(filter, limit)
  if (json || csv || !rows.length)
    return sayList(rows, options, {
      columns: COLUMNS,
      one: 'withdrawal',
      none: text`${noMatch(filter)}`,
      forScripts,
      fields: FIELDS,
    })
  say(withdrawalTable(rows))
  if (rows.length === limit) say`Showing the newest ${limit}; increase --limit for more.`
  for (const hint of await hintsFor(rows)) say`\n${hint}`
  const kept = await obstacleWords(rows)
  if (kept.length) say`\n${lines(kept)}`
}

function noMatch({ status, ...others }: { status?: Status }): string {
  if (Object.keys(others).length) return 'No withdrawal matches.'
  return status ? `No withdrawal is ${status}.` : 'There are no withdrawals yet.'
}

const isOpen = ({ status }: Withdrawal) =>
  status === 'requested' || status === 'processing' || status === 'unknown'

/** Unsettled withdrawals of members with a debt, a hold or an open fraud signal. */
async function obstacleWords(rows: readonly Withdrawal[]): Promise<SafeText[]> {
  const open = rows.filter(isOpen)
  const obstacles = await findObstacles(db, [...new Set(open.map(({ user_id }) => user_id))])
  return open.flatMap(({ id, user_id }) => {
    const { debt, hold, hasSignal } = obstacles.get(user_id)!
    const words: SafeText[] = []
    if (debt > 0n) words.push(text`${id}: member ${user_id} owes us ${formatRupees(debt)}.`)
    if (hold)
      words.push(
        text`${id}: member ${user_id} is on hold until ${formatTime(hold.until)}, because ${hold.because}.`,
      )
    if (hasSignal)
      words.push(
        text`${id}: member ${user_id} has an open signal of fraud. \`signals list --member ${user_id}\` shows it.`,
      )
    return words
  })
}

async function hintsFor(rows: readonly Withdrawal[]): Promise<SafeText[]> {
  const hints: SafeText[] = []
  const unknown = rows.find((row) => row.status === 'unknown')
  if (unknown)
    hints.push(
      text`unknown: the provider did not answer, and may have paid. \`withdrawals show ${unknown.id}\` says what to look up and which\ncommand to give.`,
    )
  for (const { withdrawal_id: id, provider, provider_status } of await listUnclearOrders())
    if (rows.some((row) => row.id === id))
      hints.push(
        text`${id}: ${PROVIDER_NAMES[provider]} says ${provider_status ?? ''}, a word that we do not know. Ask there what it means.`,
      )
  return hints
}

export async function show(
  id: number,
  { json, show: withAccount }: Answers & { show?: boolean },
): Promise<void> {
  const found = await requireWithdrawal(id)
  const [steps, order, conflicts, obstacles, batches, atBank] = await Promise.all([
    listSteps(id),
    findOrder(id),
    listConflicts({ state: 'open', withdrawalId: id }, 10),
    findObstacles(db, [found.user_id]),
    batchesOf(id),
    listBankEntriesOf(id),
  ])
  const { debt, hold, hasSignal } = obstacles.get(found.user_id)!
  if (json)
    return sayJson({
      ...forScripts(found),
      member_owes: formatPlain(debt),
      on_hold_until: hold?.until ?? null,
      open_signal: hasSignal,
      steps: steps.map(({ status, utr, reason, created_at }) => ({ status, utr, reason, at: created_at })),
      order: order && orderForScripts(order),
      batches: batches.map(({ id: batch, ...rest }) => ({ batch, ...rest })),
      bank: atBank.map(({ amount_paise, ...rest }) => ({ ...rest, amount: formatPlain(amount_paise) })),
      ...(withAccount && { destination: tryDestination(found) }),
    })
  say`${table([found], COLUMNS)}\n`
  if (withAccount) {
    say`To:`
    sayDestination(found)
    say``
  }
  say(
    table(steps, [
      { head: 'WHEN', cell: ({ created_at }) => formatTime(created_at) },
      { head: 'STEP', cell: (step) => (isCorrection(step, steps) ? 'UTR corrected' : step.status) },
      {
        head: 'UTR OR REASON',
        cell: (step) =>
          isCorrection(step, steps) ? `${step.utr}: ${step.reason}` : (step.reason ?? step.utr ?? ''),
      },
    ]),
  )
  for (const { kind, on_day, amount_paise } of atBank)
    say`\nOn the bank’s statement of ${on_day}: ${kind} ${formatRupees(amount_paise)}`
  if (found.debt_override !== null) say`\nApproved although its member owed us: ${found.debt_override}`
  const kept = await obstacleWords([found])
  if (kept.length) say`\n${lines(kept)}`
  if (order) say`\n${wordsOf(order)}`
  for (const { id: batch, made_by, created_at, left_at, left_because } of batches)
    say`\nIn batch ${batch} for the bank, made by ${made_by} ${formatTime(created_at)}${left_at ? `; left it ${formatTime(left_at)}: ${left_because}` : ''}.`
  for (const conflict of conflicts)
    say`Conflict ${conflict.id}: ${conflict.reason}. \`conflicts show ${conflict.id}\``
  if (order && found.status === 'unknown') say(adviceFor(found, order))
}

/** A step that does not change the status is a correction of the UTR. */
const isCorrection = (step: WithdrawalStep, steps: readonly WithdrawalStep[]) =>
  steps[steps.indexOf(step) - 1]?.status === step.status

export const PROVIDER_NAMES: Record<ProviderName, string> = { razorpayx: 'RazorpayX', cashfree: 'Cashfree' }

function wordsOf(order: PayoutOrder): SafeText {
  const { withdrawal_id, provider, provider_status, provider_reference, stage, attempts, error, recheck_at } =
    order
  const said = provider_status
    ? `it said ${provider_status}${provider_reference ? `, its number is ${provider_reference}` : ''}`
    : 'it has said nothing yet'
  const words = [`${PROVIDER_NAMES[provider]} knows it as ${referenceOf(withdrawal_id)}: ${said}.`]
  if (stage !== 'done') {
    if (error) words.push(`The last answer: ${error}${attempts > 1 ? `, ${attempts} times in a row` : ''}.`)
    words.push(`It is asked again ${formatTime(order.next_attempt_at)}.`)
  } else if (recheck_at)
    words.push(`It is asked once more ${formatTime(recheck_at)}: what was paid may come back.`)
  return lines(words)
}

const adviceFor = ({ id }: Withdrawal, { provider }: PayoutOrder) => text`
Nobody knows yet whether it was paid. If it stays like this for an hour, look up ${referenceOf(id)} on the dashboard of ${PROVIDER_NAMES[provider]}:
  paid:                          npm run ops -- withdrawals paid ${id} --utr <the bank's reference there> --even-so
  failed, or not there at all:   npm run ops -- withdrawals fail ${id} --reason "<why, for its owner>" --even-so
  there and under way:           wait, it is asked again by itself; at once: npm run ops -- withdrawals ask ${id}`

const orderForScripts = (order: PayoutOrder) => ({
  provider: order.provider,
  reference: referenceOf(order.withdrawal_id),
  stage: order.stage,
  provider_reference: order.provider_reference,
  provider_status: order.provider_status,
  attempts: order.attempts,
  next_attempt_at: order.next_attempt_at,
  error: order.error,
})

export async function requireWithdrawal(id: number): Promise<Withdrawal> {
  const found = await findWithdrawal(id)
  if (!found) throw new RefusedCommand(noWithdrawal(id))
  return found
}

export const noWithdrawal = (id: number) => `There is no withdrawal ${id}. \`withdrawals list\` shows them.`

/** Amounts are decimal texts in rupees, times are in UTC. */
export const forScripts = (w: Withdrawal) => ({
  id: w.id,
  status: w.status,
  amount: formatPlain(w.amount_paise),
  user_id: w.user_id,
  method: w.method,
  destination_hint: w.destination_hint,
  utr: w.utr,
  reason: w.reason,
  despite_debt: w.debt_override,
  created_at: w.created_at,
  updated_at: w.updated_at,
})

const FIELDS = [
  'id',
  'status',
  'amount',
  'user_id',
  'method',
  'destination_hint',
  'utr',
  'reason',
  'despite_debt',
  'created_at',
  'updated_at',
] as const
