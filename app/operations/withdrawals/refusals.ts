import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import type { ApprovalRefusal } from '~/wallet/withdrawals/blockers.server'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import type { BatchRefusal, ProviderRefusal } from '~/wallet/withdrawals/payouts.server'
import type { UtrRefusal } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import type { MoveOutcome, Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { explainNotFound, requireFound } from '../lookups.server'
import { requireDone, type Reasons, type ExtractRefusal } from '../refusal'

type Answer = MoveOutcome | ProviderRefusal | UtrRefusal | BatchRefusal | ApprovalRefusal

export const requireWithdrawal = async (id: number): Promise<Withdrawal> =>
  requireFound(await findWithdrawal(id), `withdrawal ${id}`, 'withdrawals list')

/** `what`: 'marked as paid'. Throws RefusalError with the reason. */
export const requireWithdrawalStep = (answer: Answer, id: number, what: string): Withdrawal =>
  requireDone(answer, null, explainRefusals(id, what)).withdrawal

export const explainRefusals = (id: number, what: string): Reasons<ExtractRefusal<Answer>> => ({
  'not-found': explainNotFound(`withdrawal ${id}`, 'withdrawals list'),
  owes: ({ userId, debt }) =>
    `Withdrawal ${id}: member ${userId} owes us ${formatRupees(debt)}. \`withdrawals ${what === 'exported' ? 'fail' : 'refuse'} ${id}\` repays the debt from it; --despite-debt "why" overrides this.`,
  'on-hold': ({ userId, until }) =>
    `Withdrawal ${id}: member ${userId} is on hold until ${formatTime(until)}. \`users release ${userId}\` lifts it.`,
  'signal-open': ({ userId }) =>
    `Withdrawal ${id}: member ${userId} has an open signal of fraud. \`signals list --member ${userId}\` shows it; --despite-signal "why" overrides this.`,
  'in-batch': ({ batch }) =>
    batch === null
      ? `Withdrawal ${id} is in no file for the bank: leave out --batch.`
      : `Withdrawal ${id} is in batch ${batch} for the bank. If the bank paid that file, --batch ${batch} says so; otherwise \`withdrawals unbatch\` first.`,
  'with-provider': ({ provider }) =>
    `Withdrawal ${id} was sent to ${provider}, which may still pay it: look there first. --even-so overrides this.`,
  'utr-used': ({ withdrawalId: other }) =>
    `Withdrawal ${id} cannot have this UTR: withdrawal ${other} has it, and each payment has its own. Look it up at the bank; where ${other} has a mistyped one, \`withdrawals correct-utr ${other}\` corrects that.`,
  'wrong-status': ({ status }) =>
    `Withdrawal ${id} is ${status}: it cannot be ${what}.${writeAdvice(status, what)}`,
})

function writeAdvice(status: Status, what: string): string {
  if (status === 'requested')
    return what === 'failed' ? ' `withdrawals refuse` gives it back.' : ' Approve it first.'
  return status === 'processing' && what === 'refused' ? ' `withdrawals fail` gives it back.' : ''
}
