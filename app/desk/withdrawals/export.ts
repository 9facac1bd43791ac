import { inArray } from 'drizzle-orm'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import { listApprovable } from '~/domain/wallet/approve-due.server'
import { lockBudget, OverBudgetError, requirePaymentBudget } from '~/domain/wallet/budget.server'
import { makeBatch, type BatchOutcome } from '~/domain/wallet/bank-files.server'
import { approveWithdrawal } from '~/domain/wallet/payouts.server'
import { defineJob } from '../define'
import { forEachRow } from '../each-row.server'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { noteIf, type JobAnswer, type JobContext, type Remark } from '../operation'
import { refuseFor, requireDone, toHint } from '../refusal'
import { previewTransaction, transactChange } from '../transactions.server'
import { despite, explainPayments, selectSubjects } from './approve'
import { describeBatch, describeLeftOut, NO_BATCH } from './bank-file'
import { explainWithdrawalRefusals } from './refusals'

export const exportForBank = defineJob({
  name: 'withdrawals export',
  title: 'Make a bank file',
  summary:
    'a file for the bank (CSV, or xlsx for a spreadsheet): a new batch of all approved withdrawals that are in no batch yet',
  role: 'finance',
  confirm: 'money',
  makes: 'bank file',
  needsSecondPerson: async ({ approve }) => (approve ? explainPayments(await listApprovable()) : null),
  subjects: ({ approve }) =>
    selectSubjects(inArray(withdrawals.status, approve ? ['requested', 'processing'] : ['processing'])),
  input: { approve: field.yes('approve requested withdrawals first'), ...despite },
  async run({ approve, despiteDebt, despiteSignal }, context) {
    const overrides = { despiteDebt: despiteDebt !== undefined, despiteSignal: despiteSignal !== undefined }
    const previewBatch = () => previewTransaction((tx) => makeBatch(context.by, null, overrides, tx))
    const approved = approve ? await approveAll(despiteSignal, context) : NONE
    if (!context.apply) return describePreview(approved, await previewBatch())
    const made = requireDone(
      await transactChange(async (tx) => {
        await context.resumes?.fence(tx)
        return makeBatch(context.by, context.fileName, overrides, tx)
      }),
      null,
      NO_BATCH,
    )
    const answer = await describeBatch(made)
    return { ...answer, problems: [...approved.problems, ...describeLeftOut(made)] }
  },
})

interface ApprovalTotals {
  count: number
  sum: bigint
  problems: Remark[]
}

const NONE: ApprovalTotals = { count: 0, sum: 0n, problems: [] }

function describePreview(approved: ApprovalTotals, made: BatchOutcome): JobAnswer {
  if (!made.ok && !approved.count) throw refuseFor(made, null, NO_BATCH)
  const count = approved.count + (made.ok ? made.batch.count : 0)
  const sum = approved.sum + (made.ok ? made.batch.sum_paise : 0n)
  return {
    effect: `Makes a file for the bank: ${formatCount(count, 'withdrawal')}, ${formatRupees(sum)}`,
    notes: noteIf(approved.count, `It approves ${formatCount(approved.count, 'withdrawal')} first.`),
    problems: [...approved.problems, ...(made.ok ? describeLeftOut(made) : [])],
  }
}

/** Reports only open signals and what needs a second person: a withdrawal that its member has cancelled meanwhile is no problem. */
async function approveAll(despiteSignal: string | undefined, context: JobContext): Promise<ApprovalTotals> {
  const problems: Remark[] = []
  const outcomes = await forEachRow(
    await listApprovable(),
    context,
    (id) => `withdrawal ${id}`,
    async (id, tx) => {
      await lockBudget(tx)
      const answer = await approveWithdrawal(id, { despiteSignal }, tx)
      if (answer.ok) {
        await requirePaymentBudget(tx, context.hand, id).catch((error: unknown) => {
          if (error instanceof OverBudgetError) problems.push(`Withdrawal ${id}: ${error.message}`)
          throw error
        })
        await requireNoGain(context, answer.withdrawal.user_id, tx)
        return answer.withdrawal
      }
      const refusal = refuseFor(answer, null, explainWithdrawalRefusals(id, 'approved'))
      if (answer.reason === 'signal-open') problems.push(toHint(refusal))
      throw refusal
    },
  )
  const done = outcomes.flatMap((outcome) => outcome.done ?? [])
  return { count: done.length, sum: done.reduce((sum, { amount_paise }) => sum + amount_paise, 0n), problems }
}
