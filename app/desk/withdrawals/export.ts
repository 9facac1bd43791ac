import { eq, inArray, or } from 'drizzle-orm'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import { listApprovable } from '~/domain/wallet/approve-due.server'
import { lockBudget, OverBudgetError, requirePaymentBudget } from '~/domain/wallet/budget.server'
import { makeBatch, type BatchOutcome } from '~/domain/wallet/bank-files.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeRows } from '../columns'
import { defineJob } from '../define'
import { forEachRow } from '../each-row.server'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { listIf, type JobAnswer, type JobContext, type Remark } from '../operation'
import { refuseAll, refuseFor, toHint, type ExtractRefusal, type RefusalError } from '../refusal'
import { excludes } from '../relations'
import { previewTransaction, transactChange } from '../transactions.server'
import { WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { overrideFields, explainPayments, selectSubjects } from './approve'
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
  async needsSecondPerson({ approve, ids = [] }) {
    const first = approve ? await listApprovable() : ids
    return first.length ? explainPayments(first) : null
  },
  subjects: ({ approve, ids = [] }) =>
    selectSubjects(
      approve
        ? inArray(withdrawals.status, ['requested', 'processing'])
        : or(eq(withdrawals.status, 'processing'), inArray(withdrawals.id, ids))!,
    ),
  input: {
    approve: field.yes('approve all requested withdrawals first'),
    ids: field.several(field.id('approve these first, by their numbers in the list')).optional(),
    ...overrideFields,
  },
  relations: [excludes('approve', 'ids')],
  async run({ approve, ids, ...reasons }, context) {
    const overrides = {
      despiteDebt: reasons.despiteDebt !== undefined,
      despiteSignal: reasons.despiteSignal !== undefined,
    }
    const previewBatch = () => previewTransaction((tx) => makeBatch(context.by, null, overrides, tx))
    const approved = approve
      ? await approveEach(await listApprovable(), { despiteSignal: reasons.despiteSignal }, context)
      : await approveEach([...new Set(ids)], reasons, context, { isChosen: true })
    if (!context.apply) return describePreview(approved, await previewBatch())
    const made = await transactChange(async (tx) => {
      await context.resumes?.fence(tx)
      return makeBatch(context.by, context.fileName, overrides, tx)
    })
    if (!made.ok) throw refuseNone(made, approved)
    const answer = await describeBatch(made)
    return { ...answer, problems: [...approved.problems, ...describeLeftOut(made)] }
  },
})

interface ApprovedFirst {
  rows: readonly Withdrawal[]
  problems: readonly Remark[]
}

const refuseNone = (
  made: ExtractRefusal<BatchOutcome>,
  { problems }: Pick<ApprovedFirst, 'problems'>,
): RefusalError => (problems.length ? refuseAll(problems) : refuseFor(made, null, NO_BATCH))

function describePreview({ rows, problems }: ApprovedFirst, made: BatchOutcome): JobAnswer {
  if (!made.ok && !rows.length) throw refuseNone(made, { problems })
  const before = made.ok ? made.batch.count : 0
  const sum = rows.reduce((paise, row) => paise + row.amount_paise, made.ok ? made.batch.sum_paise : 0n)
  const file = `file for the bank: ${formatCount(rows.length + before, 'withdrawal')}, ${formatRupees(sum)}`
  return {
    effect: rows.length
      ? `Approves ${formatCount(rows.length, 'withdrawal')} and makes a ${file}`
      : `Makes a ${file}`,
    tables: rows.length ? [describeRows('approved', WITHDRAWAL_COLUMNS, rows)] : [],
    notes: listIf(
      rows.length && before,
      `${formatCount(before, 'withdrawal')} in it ${before === 1 ? 'was' : 'were'} approved before.`,
    ),
    problems: [...problems, ...(made.ok ? describeLeftOut(made) : [])],
  }
}

/** Of all, reports only open signals and what needs a second person: what its member has cancelled meanwhile is no problem. */
async function approveEach(
  ids: readonly number[],
  reasons: Parameters<typeof approveWithdrawal>[1],
  context: JobContext,
  { isChosen = false } = {},
): Promise<ApprovedFirst> {
  const problems: Remark[] = []
  const outcomes = await forEachRow(
    ids,
    context,
    (id) => `withdrawal ${id}`,
    async (id, tx) => {
      await lockBudget(tx)
      const answer = await approveWithdrawal(id, reasons, tx)
      if (answer.ok) {
        await requirePaymentBudget(tx, context.hand, id).catch((error: unknown) => {
          if (error instanceof OverBudgetError) problems.push(`Withdrawal ${id}: ${error.message}`)
          throw error
        })
        await requireNoGain(context, answer.withdrawal.user_id, tx)
        return answer.withdrawal
      }
      const refusal = refuseFor(answer, null, explainWithdrawalRefusals(id, 'approved'))
      if (isChosen || answer.reason === 'signal-open') problems.push(toHint(refusal))
      throw refusal
    },
  )
  return { rows: outcomes.flatMap((outcome) => outcome.done ?? []), problems }
}
