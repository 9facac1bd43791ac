import { formatTime } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import type { NotApprovable } from '~/wallet/withdrawals/blockers.server'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import type { InBatch, WithProvider } from '~/wallet/withdrawals/payouts.server'
import type { UtrUsed } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import type { Moved, Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { explainNotFound, requireFound } from '../lookups.server'
import { Refused } from '../refusal'

type Answer = Moved | WithProvider | UtrUsed | InBatch | NotApprovable

export const requireWithdrawal = async (id: number): Promise<Withdrawal> =>
  requireFound(await findWithdrawal(id), `withdrawal ${id}`, 'withdrawals list')

/** `what`: 'marked as paid'. Throws Refused with the reason. */
export function requireMoved(answer: Answer, id: number, what: string): Withdrawal {
  if (answer.ok) return answer.withdrawal
  throw new Refused(explainNotMoved(answer, id, what))
}

export function explainNotMoved(answer: Exclude<Answer, { ok: true }>, id: number, what: string): string {
  switch (answer.reason) {
    case 'not-found':
      return explainNotFound(`withdrawal ${id}`, 'withdrawals list')
    case 'owes':
      return `Withdrawal ${id}: member ${answer.userId} owes us ${formatRupees(answer.debt)}. \`withdrawals ${what === 'exported' ? 'fail' : 'refuse'} ${id}\` repays the debt from it; --despite-debt "why" overrides this.`
    case 'on-hold':
      return `Withdrawal ${id}: member ${answer.userId} is on hold until ${formatTime(answer.until)}. \`users release ${answer.userId}\` lifts it.`
    case 'signal-open':
      return `Withdrawal ${id}: member ${answer.userId} has an open signal of fraud. \`signals list --member ${answer.userId}\` shows it; --despite-signal "why" overrides this.`
    case 'in-batch':
      return answer.batch === null
        ? `Withdrawal ${id} is in no file for the bank: leave out --batch.`
        : `Withdrawal ${id} is in batch ${answer.batch} for the bank. If the bank paid that file, --batch ${answer.batch} says so; otherwise \`withdrawals unbatch\` first.`
    case 'with-provider':
      return `Withdrawal ${id} was sent to ${answer.provider}, which may still pay it: look there first. --even-so overrides this.`
    case 'utr-used':
      return `Withdrawal ${id} cannot have this UTR: withdrawal ${answer.withdrawalId} has it, and each payment has its own. Look it up at the bank; where ${answer.withdrawalId} has a mistyped one, \`withdrawals correct-utr ${answer.withdrawalId}\` corrects that.`
    default:
      return `Withdrawal ${id} is ${answer.status}: it cannot be ${what}.${adviceFor(answer.status, what)}`
  }
}

function adviceFor(status: Status, what: string): string {
  if (status === 'requested')
    return what === 'failed' ? ' `withdrawals refuse` gives it back.' : ' Approve it first.'
  return status === 'processing' && what === 'refused' ? ' `withdrawals fail` gives it back.' : ''
}
