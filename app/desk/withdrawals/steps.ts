import type { z } from 'zod/v4'
import type { Tx } from '~/platform/db/client.server'
import { listBatchesOfWithdrawal } from '~/domain/wallet/batches.server'
import { correctUtr, isUtr, lockWithdrawal } from '~/domain/wallet/withdrawal-steps.server'
import {
  failWithdrawal,
  payWithdrawal,
  refuseWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { listChanges } from '../changed'
import { describeRow } from '../columns'
import { defineChange } from '../define'
import { defineEach } from '../each-chosen'
import type { ChangeName } from '../effects'
import { makeField } from '../field'
import * as field from '../fields'
import { see, type ChangeOperation, type Confirm } from '../operation'
import { RefusalError } from '../refusal'
import { describeAmount, formatDestination, pickLogged, WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { requireWithdrawalStep, requireWithdrawal } from './refusals'

type Fields = Record<string, z.ZodType>
type Input<F extends Fields> = { id: number } & z.output<z.ZodObject<F>>

interface Step<F extends Fields> extends Pick<ChangeOperation, 'title' | 'summary'> {
  name: ChangeName
  confirm: Confirm
  fields: F
  done: string
  move: (input: Input<F>, tx: Tx, before: Withdrawal) => Promise<Parameters<typeof requireWithdrawalStep>[0]>
  effect: (before: Withdrawal, input: Input<F>) => string
}

const defineStep = <F extends Fields>({ fields, done, move, effect, ...definition }: Step<F>) =>
  defineChange({
    ...definition,
    role: 'finance',
    input: { id: field.listNumber, ...fields },
    async run(values, context, tx) {
      const input = values as unknown as Input<F>
      const before = await requireWithdrawal(input.id, tx)
      const after = requireWithdrawalStep(await move(input, tx, before), input.id, done)
      return {
        effect: effect(before, input),
        facts: [...describeRow(WITHDRAWAL_COLUMNS, after), ...formatDestination(after, context)],
        changed: listChanges(`withdrawal ${input.id}`, pickLogged(before), pickLogged(after)),
      }
    },
  })

const utr = makeField(
  'text',
  'the reference that the bank gave the payment',
  'It must have between 6 and 40 letters and digits, six of them digits, such as N324117800.',
  (typed) => (isUtr(typed.trim()) ? typed.trim() : undefined),
  { placeholder: 'utr' },
)
const reason = field.text('reason, shown to the member')

export const refuse = defineStep({
  name: 'withdrawals refuse',
  title: 'Refuse a withdrawal',
  summary: 'give back what is only requested; the member is notified of the reason',
  confirm: 'money',
  fields: { reason },
  done: 'refused',
  move: ({ id, reason }, tx) => refuseWithdrawal(id, reason.replace(/\.$/, ''), tx),
  effect: (before) => `Refuses withdrawal ${before.id}: returns ${describeAmount(before)} to the wallet`,
})

export const refuseEach = defineEach({
  name: 'withdrawals refuse-each',
  title: 'Refuse withdrawals',
  summary: 'give back several that are only requested, for one reason, which their members read',
  of: refuse,
  one: 'withdrawal',
  verb: 'Refuses and gives back',
  toRecord: (id) => see('withdrawals show', { id }),
  async check(id, tx) {
    const found = await lockWithdrawal(tx, id)
    // One that was given back before would count in the sum.
    if (found && found.status !== 'requested')
      requireWithdrawalStep({ ok: false, reason: 'wrong-status', status: found.status }, id, 'refused')
  },
})

export const markPaid = defineStep({
  name: 'withdrawals paid',
  title: 'Note a payment',
  summary: 'note that the bank has paid it',
  confirm: 'money',
  fields: {
    utr,
    batch: field.id('the bank’s file that it is in', { placeholder: 'number' }).optional(),
    evenSo: field.yes('confirm a payout that is at a provider and was checked there'),
  },
  done: 'marked as paid',
  move: ({ id, utr, batch = null, evenSo }, tx) =>
    payWithdrawal(id, utr, { overridesProvider: evenSo, batch }, tx),
  effect: (before, { utr }) => `Notes ${describeAmount(before)} as paid, UTR ${utr}`,
})

export const correctReference = defineStep({
  name: 'withdrawals correct-utr',
  title: 'Correct a UTR',
  summary: 'correct a mistyped UTR; the member is notified',
  confirm: 'ask',
  fields: { utr, reason: field.text('reason, shown with the withdrawal') },
  done: 'given another UTR',
  move: ({ id, utr, reason }, tx) => correctUtr(id, utr, reason, tx),
  effect: ({ id, user_id, utr: old }, { utr }) =>
    `Gives withdrawal ${id} the UTR ${utr}${old === null ? '' : ` instead of ${old}`}; member ${user_id} is notified`,
})

export const fail = defineStep({
  name: 'withdrawals fail',
  title: 'Return a failed withdrawal',
  summary: 'give the money back to the wallet; the member is notified of the reason',
  confirm: 'money',
  fields: {
    reason,
    evenSo: field.yes('override: it is at the bank or a provider, and you have checked there'),
  },
  done: 'failed',
  async move({ id, reason, evenSo }, tx, before) {
    if (!evenSo) await requireNotAtBank(before, tx)
    return failWithdrawal(id, reason, { overridesProvider: evenSo }, tx)
  },
  effect: (before) => `Returns ${describeAmount(before)} to the wallet: withdrawal ${before.id} failed`,
})

/** The bank may still pay what is in one of its files. */
async function requireNotAtBank({ id, status }: Withdrawal, tx: Tx): Promise<void> {
  const batch = (await listBatchesOfWithdrawal(id, tx)).find(({ left_at }) => left_at === null)
  if (batch && status === 'processing')
    throw new RefusalError(
      `Withdrawal ${id} is in batch ${batch.id} for the bank, which may still pay it: ask the bank first, and say then that it is to be done even so.`,
      'evenSo',
    )
}

export const markReturned = defineStep({
  name: 'withdrawals returned',
  title: 'Note a returned payment',
  summary: 'note that the bank sent back what was paid; the member is notified of the reason',
  confirm: 'money',
  fields: { reason },
  done: 'returned',
  move: ({ id, reason }, tx) => returnWithdrawal(id, reason, tx),
  effect: (before) =>
    `Returns ${describeAmount(before)} to the wallet: the bank sent withdrawal ${before.id} back`,
})
