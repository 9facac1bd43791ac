import { commandPrefix } from './command-name'
import { db } from '~/db/client.server'
import { formatRupees } from '~/formats/money'
import { findBlockers, refuseBlocked, type NotApprovable } from '~/wallet/withdrawals/blockers.server'
import {
  approveWithdrawal,
  refuseWithdrawal,
  tryDestination,
  type Despite,
} from '~/wallet/withdrawals/payouts.server'
import { providerForNew } from '~/wallet/payout/providers.server'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { printDestination } from './destination'
import { formatCount } from './safe-text'
import { confirmMoney, RefusedCommand, print, printError, printJson, type Answers } from './terminal'
import { toJson } from './withdrawals-json'
import { requireMoved, settleRefusal } from './withdrawals-settle'
import { noWithdrawal, requireWithdrawal } from './withdrawals-table'

interface Approving extends Answers {
  /** The reason to approve despite a debt of the member. */
  despiteDebt?: string
  /** The reason to approve despite an open signal of fraud. */
  despiteSignal?: string
  /** Prints the destination accounts. */
  show?: boolean
}

type Outcome = { id: number; now: Withdrawal } | { id: number; refusal: string }

/** A withdrawal that cannot be approved is reported and does not stop the others. */
export async function approve(ids: number[], { json, yes, show, ...despite }: Approving): Promise<void> {
  const provider = providerForNew()
  const wanted = await Promise.all(
    [...new Set(ids)].map(async (id) => ({ id, found: await findWithdrawal(id) })),
  )
  const known = wanted.flatMap(({ found }) => found ?? [])
  const refusals = await findRefusals(known, despite)
  const free = known.filter(({ id, status }) => status === 'requested' && !refusals.has(id))
  // Without a provider no money moves yet; a provider pays immediately.
  if (provider && free.length) {
    const sum = free.reduce((total, { amount_paise }) => total + amount_paise, 0n)
    const question = `Send ${formatRupees(sum)}, ${formatCount(free.length, 'withdrawal')}, by ${provider}?`
    await confirmMoney(question, { yes })
  }
  const outcomes: Outcome[] = []
  for (const { id, found } of wanted) {
    if (!found) {
      outcomes.push({ id, refusal: noWithdrawal(id) })
      continue
    }
    const answer = refusals.get(id) ?? (await approveWithdrawal(id, despite))
    outcomes.push(
      answer.ok ? { id, now: answer.withdrawal } : { id, refusal: settleRefusal(answer, id, 'approved') },
    )
  }
  printOutcomes(outcomes, { json, provider, show })
}

/** Refusals known before any approval; they are excluded from the confirmation. */
async function findRefusals(
  wanted: Withdrawal[],
  { despiteDebt, despiteSignal }: Despite,
): Promise<Map<number, NotApprovable>> {
  const requested = wanted.filter(({ status }) => status === 'requested')
  const blockers = await findBlockers(
    db,
    requested.map(({ user_id }) => user_id),
  )
  return new Map(
    requested.flatMap(({ id, user_id }): [number, NotApprovable][] => {
      const refusal = refuseBlocked(user_id, blockers.get(user_id)!, {
        despiteDebt: despiteDebt !== undefined,
        despiteSignal: despiteSignal !== undefined,
      })
      return refusal ? [[id, refusal]] : []
    }),
  )
}

/** Throws RefusedCommand if all were refused; sets exit code 1 if some were. */
function printOutcomes(
  outcomes: Outcome[],
  { json, provider, show }: Pick<Approving, 'json' | 'show'> & { provider: string | null },
): void {
  const problems = outcomes.flatMap((one) => ('refusal' in one ? [one.refusal] : []))
  const last = problems.length === outcomes.length ? problems.pop() : undefined
  for (const problem of problems) printError(problem)
  if (last !== undefined) throw new RefusedCommand(last)
  if (problems.length) process.exitCode = 1
  if (json) {
    const rows = outcomes.map((one) =>
      'now' in one
        ? { ...toJson(one.now), ...(show && { destination: tryDestination(one.now) }) }
        : { id: one.id, refused: one.refusal },
    )
    return printJson(rows.length === 1 ? rows[0] : rows)
  }
  for (const one of outcomes) if ('now' in one) printApproved(one.now, provider, show)
}

function printApproved(withdrawal: Withdrawal, provider: string | null, show: boolean | undefined): void {
  const { id, amount_paise, method, destination_hint } = withdrawal
  if (provider) return print`Withdrawal ${id} goes to ${provider}: ${formatRupees(amount_paise)}.`
  if (show) {
    print`Withdrawal ${id} is being processed. Pay ${formatRupees(amount_paise)} to:`
    printDestination(withdrawal)
  } else {
    print`Withdrawal ${id} is being processed: ${formatRupees(amount_paise)} to ${method} ${destination_hint}.`
    print`\`withdrawals export --out FILE\` writes it to a file for the bank. By hand: ${commandPrefix()} withdrawals show ${id} --show`
  }
  print`Then: ${commandPrefix()} withdrawals paid ${id} --utr <the bank's reference>`
}

export async function refuseRequested(id: number, { reason, ...answers }: Answers & { reason: string }) {
  const found = await requireWithdrawal(id)
  const amount = formatRupees(found.amount_paise)
  await confirmMoney(`Refuse member ${found.user_id} the withdrawal of ${amount}?`, answers)
  const withdrawal = requireMoved(await refuseWithdrawal(id, reason.replace(/\.$/, '')), id, 'refused')
  if (answers.json) return printJson(toJson(withdrawal))
  print`Withdrawal ${id} is refused: ${amount} went back to the wallet.`
}
