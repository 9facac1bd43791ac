import { formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import type { ApprovalRefusal } from '~/domain/wallet/blockers.server'
import { findWithdrawal } from '~/domain/wallet/list-withdrawals.server'
import type { BatchRefusal, ProviderRefusal } from '~/domain/wallet/withdrawal-decisions.server'
import type { UtrRefusal, MoveOutcome, Status } from '~/domain/wallet/withdrawal-steps.server'
import type { Reader } from '~/platform/db/client.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { explainNotFound, requireFound } from '../lookups.server'
import { requireDone, type Reasons, type ExtractRefusal } from '../refusal'
import { see, type Next } from '../operation'

type Answer = MoveOutcome | ProviderRefusal | UtrRefusal | BatchRefusal | ApprovalRefusal

export const requireWithdrawal = async (id: number, reader: Reader): Promise<Withdrawal> =>
  requireFound(await findWithdrawal(id, reader), `withdrawal ${id}`, 'withdrawals list')

/** `what`: 'marked as paid'. Throws RefusalError with the reason. */
export const requireWithdrawalStep = (answer: Answer, id: number, what: string): Withdrawal =>
  requireDone(answer, null, explainWithdrawalRefusals(id, what)).withdrawal

export const explainWithdrawalRefusals = (id: number, what: string): Reasons<ExtractRefusal<Answer>> => ({
  'not-found': explainNotFound(`withdrawal ${id}`, 'withdrawals list'),
  owes: ({ userId, debt }) => ({
    text: `Withdrawal ${id}: member ${userId} owes us ${formatRupees(debt)}. Giving it back repays the debt from it; a reason why it is paid despite the debt overrides this.`,
    fields: ['despiteDebt'],
    next: [giveBack(id, what === 'exported' ? 'processing' : 'requested')],
  }),
  'on-hold': ({ userId, until }) => ({
    text: `Withdrawal ${id}: member ${userId} is on hold until ${formatTime(until)}.`,
    next: [see('users release', { user: userId })],
  }),
  'signal-open': ({ userId }) => ({
    text: `Withdrawal ${id}: member ${userId} has an open signal of fraud; a reason why it is paid despite the signal overrides this.`,
    fields: ['despiteSignal'],
    next: [see('signals list', { member: userId })],
  }),
  'in-batch': ({ batch }) =>
    batch === null
      ? { text: `Withdrawal ${id} is in no file for the bank: name no batch.`, fields: ['batch'] }
      : {
          text: `Withdrawal ${id} is in batch ${batch} for the bank. Take it out first, unless the bank paid that file: then name the batch.`,
          fields: ['batch'],
          next: [see('withdrawals unbatch', { ids: id })],
        },
  'with-provider': ({ provider }) => ({
    text: `Withdrawal ${id} was sent to ${provider}, which may still pay it: look there first, and say then that it is to be done even so.`,
    fields: ['evenSo'],
  }),
  'utr-used': ({ withdrawalId: other }) => ({
    text: `Withdrawal ${id} cannot have this UTR: withdrawal ${other} has it, and each payment has its own. Look it up at the bank; where ${other} has a mistyped one, correct that.`,
    fields: ['utr'],
    next: [see('withdrawals correct-utr', { id: other })],
  }),
  'wrong-status': ({ status }) => ({
    text: `Withdrawal ${id} is ${status}: it cannot be ${what}.`,
    next: listWays(id, status, what),
  }),
})

const giveBack = (id: number, status: 'requested' | 'processing'): Next =>
  status === 'requested' ? see('withdrawals refuse', { id }) : see('withdrawals fail', { id })

function listWays(id: number, status: Status, what: string): Next[] {
  if (status === 'requested')
    return [what === 'failed' ? giveBack(id, status) : see('withdrawals approve', { ids: id })]
  return status === 'processing' && what === 'refused' ? [giveBack(id, status)] : []
}
