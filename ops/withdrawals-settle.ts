import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import { listBatchesOfWithdrawal } from '~/wallet/payout/list-batches.server'
import { correctUtr } from '~/wallet/withdrawals/correct-utr.server'
import type { NotApprovable } from '~/wallet/withdrawals/blockers.server'
import {
  failWithdrawal,
  payWithdrawal,
  returnWithdrawal,
  type InBatch,
  type WithProvider,
} from '~/wallet/withdrawals/payouts.server'
import { sendNow } from '~/wallet/payout/send-due.server'
import type { UtrUsed } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import type { Moved, Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { confirm, confirmMoney, RefusedCommand, print, printJson, type Answers } from './terminal'
import { toJson } from './withdrawals-json'
import { show } from './withdrawals-show'
import { noWithdrawal, requireWithdrawal } from './withdrawals-table'

export async function askProvider(id: number, answers: Answers): Promise<void> {
  await requireWithdrawal(id)
  if (!(await sendNow(id)))
    throw new RefusedCommand(`Withdrawal ${id} is with no provider, or the worker is asking just now.`)
  await show(id, answers)
}

interface ByHand extends Answers {
  evenSo?: boolean
  batch?: number
}

export async function paid(
  id: number,
  { utr, evenSo, batch, ...answers }: ByHand & { utr: string },
): Promise<void> {
  const found = await requireWithdrawal(id)
  await confirmMoney(`Note ${formatRupees(found.amount_paise)} as paid to member ${found.user_id}?`, answers)
  const withdrawal = requireMoved(
    await payWithdrawal(id, utr, { evenSo, batch: batch ?? null }),
    id,
    'marked as paid',
  )
  if (answers.json) return printJson(toJson(withdrawal))
  print`Withdrawal ${id} is paid: ${formatRupees(withdrawal.amount_paise)}, UTR ${utr}.`
}

export async function correct(
  id: number,
  { utr, reason, ...answers }: Answers & { utr: string; reason: string },
): Promise<void> {
  const found = await requireWithdrawal(id)
  const now = found.utr === null ? '' : `, which has ${found.utr},`
  await confirm(`Give withdrawal ${id}${now} the UTR ${utr}?`, answers)
  const withdrawal = requireMoved(await correctUtr(id, utr, reason), id, 'given another UTR')
  if (answers.json) return printJson(toJson(withdrawal))
  print`Withdrawal ${id} has the UTR ${utr}; member ${withdrawal.user_id} is told.`
}

export async function fail(
  id: number,
  { reason, evenSo, ...answers }: ByHand & { reason: string },
): Promise<void> {
  const found = await requireWithdrawal(id)
  if (!evenSo) await requireNotAtBank(found)
  await confirmMoney(`Give ${formatRupees(found.amount_paise)} back to member ${found.user_id}?`, answers)
  const withdrawal = requireMoved(await failWithdrawal(id, reason, { evenSo }), id, 'failed')
  if (answers.json) return printJson(toJson(withdrawal))
  print`Withdrawal ${id} has failed: ${formatRupees(withdrawal.amount_paise)} is back in the wallet.`
}

/** Refuses a withdrawal that is in a bank file, because the bank may still pay it. */
async function requireNotAtBank({ id, status }: Withdrawal): Promise<void> {
  const batch = (await listBatchesOfWithdrawal(id)).find(({ left_at }) => left_at === null)
  if (batch && status === 'processing')
    throw new RefusedCommand(
      `Withdrawal ${id} is in batch ${batch.id} for the bank, which may still pay it: ask the bank first. --even-so overrides this.`,
    )
}

export async function returned(id: number, { reason, ...answers }: Answers & { reason: string }) {
  const found = await requireWithdrawal(id)
  const amount = formatRupees(found.amount_paise)
  await confirmMoney(`Did the bank send ${amount} of member ${found.user_id} back to us?`, answers)
  const withdrawal = requireMoved(await returnWithdrawal(id, reason), id, 'returned')
  if (answers.json) return printJson(toJson(withdrawal))
  print`Withdrawal ${id} came back: ${amount} is in the wallet again.`
}

type Answer = Moved | WithProvider | UtrUsed | InBatch | NotApprovable

export function requireMoved(answer: Answer, id: number, what: string): Withdrawal {
  if (answer.ok) return answer.withdrawal
  throw new RefusedCommand(settleRefusal(answer, id, what))
}

export function settleRefusal(answer: Exclude<Answer, { ok: true }>, id: number, what: string): string {
  if (answer.reason === 'not-found') return noWithdrawal(id)
  if (answer.reason === 'owes')
    return `Withdrawal ${id}: member ${answer.userId} owes us ${formatRupees(answer.debt)}. \`withdrawals ${what === 'exported' ? 'fail' : 'refuse'} ${id}\` repays the debt from it; --despite-debt "why" overrides this.`
  if (answer.reason === 'on-hold')
    return `Withdrawal ${id}: member ${answer.userId} is on hold until ${formatTime(answer.until)}. \`users release ${answer.userId}\` lifts it.`
  if (answer.reason === 'signal-open')
    return `Withdrawal ${id}: member ${answer.userId} has an open signal of fraud. \`signals list --member ${answer.userId}\` shows it; --despite-signal "why" overrides this.`
  if (answer.reason === 'in-batch')
    return answer.batch === null
      ? `Withdrawal ${id} is in no file for the bank: leave out --batch.`
      : `Withdrawal ${id} is in batch ${answer.batch} for the bank. If the bank paid that file, --batch ${answer.batch} says so; otherwise \`withdrawals unbatch\` first.`
  if (answer.reason === 'with-provider')
    return `Withdrawal ${id} was sent to ${answer.provider}, which may still pay it: look there first. --even-so overrides this.`
  if (answer.reason === 'utr-used')
    return `Withdrawal ${id} cannot have this UTR: it is that of withdrawal ${answer.withdrawalId}, and each payment has its own. Look it up at the bank; where ${answer.withdrawalId} has a mistyped one, \`withdrawals correct-utr ${answer.withdrawalId}\` corrects that.`
  return `Withdrawal ${id} is ${answer.status}: it cannot be ${what}.${adviceFor(answer.status, what)}`
}

function adviceFor(status: Status, what: string): string {
  if (status === 'requested')
    return what === 'failed' ? ' `withdrawals refuse` gives it back.' : ' Approve it first.'
  return status === 'processing' && what === 'refused' ? ' `withdrawals fail` gives it back.' : ''
}
