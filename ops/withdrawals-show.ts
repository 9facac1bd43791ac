import { commandPrefix } from './command-name'
import { db } from '~/db/client.server'
import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { listConflicts } from '~/wallet/payout/conflicts.server'
import { listBatchesOfWithdrawal } from '~/wallet/payout/list-batches.server'
import { findOrder, type PayoutOrder } from '~/wallet/payout/orders.server'
import { listEntriesOfWithdrawal } from '~/wallet/settlement/list-settlements.server'
import { listSteps } from '~/wallet/withdrawals/list-withdrawals.server'
import { findBlockers } from '~/wallet/withdrawals/blockers.server'
import { tryDestination } from '~/wallet/withdrawals/payouts.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { printDestination } from './destination'
import { lines, type SafeText, table, text } from './safe-text'
import { type Answers, print, printJson } from './terminal'
import { toJson, orderToJson } from './withdrawals-json'
import { COLUMNS, requireWithdrawal } from './withdrawals-table'
import { isCorrection, describeBlockers, PROVIDER_NAMES } from './withdrawals-text'

export async function show(
  id: number,
  { json, show: withAccount }: Answers & { show?: boolean },
): Promise<void> {
  const found = await requireWithdrawal(id)
  const [steps, order, conflicts, blockersByMember, batches, atBank] = await Promise.all([
    listSteps(id),
    findOrder(id),
    listConflicts({ state: 'open', withdrawalId: id }, 10),
    findBlockers(db, [found.user_id]),
    listBatchesOfWithdrawal(id),
    listEntriesOfWithdrawal(id),
  ])
  const { debt, hold, hasSignal } = blockersByMember.get(found.user_id)!
  if (json)
    return printJson({
      ...toJson(found),
      member_owes: formatPlain(debt),
      on_hold_until: hold?.until ?? null,
      open_signal: hasSignal,
      steps: steps.map(({ status, utr, reason, created_at }) => ({ status, utr, reason, at: created_at })),
      order: order && orderToJson(order),
      batches: batches.map(({ id: batch, ...rest }) => ({ batch, ...rest })),
      bank: atBank.map(({ amount_paise, ...rest }) => ({ ...rest, amount: formatPlain(amount_paise) })),
      ...(withAccount && { destination: tryDestination(found) }),
    })
  print`${table([found], COLUMNS)}\n`
  if (withAccount) {
    print`To:`
    printDestination(found)
    print``
  }
  print(
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
    if (kind === 'other') print`\nPaid from another account, noted on ${on_day}`
    else print`\nOn the bank’s statement of ${on_day}: ${kind} ${formatRupees(amount_paise)}`
  if (found.debt_override !== null) print`\nApproved although its member owed us: ${found.debt_override}`
  if (found.signal_override !== null)
    print`\nApproved despite an open signal of fraud: ${found.signal_override}`
  const blockers = await describeBlockers([found])
  if (blockers.length) print`\n${lines(blockers)}`
  if (order) print`\n${describeOrder(order)}`
  for (const { id: batch, made_by, created_at, left_at, left_because } of batches)
    print`\nIn batch ${batch} for the bank, made by ${made_by} ${formatTime(created_at)}${left_at ? `; left it ${formatTime(left_at)}: ${left_because}` : ''}.`
  for (const conflict of conflicts)
    print`Conflict ${conflict.id}: ${conflict.reason}. \`conflicts show ${conflict.id}\``
  if (order && found.status === 'unknown') print(adviceFor(found, order))
}

function describeOrder(order: PayoutOrder): SafeText {
  const { reference, provider, provider_status, provider_reference, stage, attempts, error, recheck_at } =
    order
  const status = provider_status
    ? `it said ${provider_status}${provider_reference ? `, its number is ${provider_reference}` : ''}`
    : 'it has said nothing yet'
  const words = [`${PROVIDER_NAMES[provider]} knows it as ${reference}: ${status}.`]
  if (stage !== 'done') {
    if (error) words.push(`The last answer: ${error}${attempts > 1 ? `, ${attempts} times in a row` : ''}.`)
    words.push(`It is asked again ${formatTime(order.next_attempt_at)}.`)
  } else if (recheck_at)
    words.push(`It is asked once more ${formatTime(recheck_at)}: what was paid may come back.`)
  return lines(words)
}

const adviceFor = ({ id }: Withdrawal, { provider, reference }: PayoutOrder) => text`
Nobody knows yet whether it was paid. If it stays like this for an hour, look up ${reference} on the dashboard of ${PROVIDER_NAMES[provider]}:
  paid:                          ${commandPrefix()} withdrawals paid ${id} --utr <the bank's reference there> --even-so
  failed, or not there at all:   ${commandPrefix()} withdrawals fail ${id} --reason "<why, for its owner>" --even-so
  there and under way:           wait, it is asked again by itself; at once: ${commandPrefix()} withdrawals ask ${id}`
