import type { Tx } from '~/platform/db/client.server'
import { upperFirst } from '~/platform/formats/upper-first'
import { OverBudgetError } from '~/domain/wallet/budget.server'
import type { Hint, JobContext, Remark } from './operation'
import { RefusalError, toHint } from './refusal'
import { previewTransaction, transactChange } from './transactions.server'

export type RowOutcome<Row, Done> = { row: Row } & (
  { done: Done; refusal: null } | { done: null; refusal: Hint }
)

type RowContext = Pick<JobContext, 'apply' | 'logRow' | 'progress' | 'resumes'>

/** Each row has its own transaction, rolled back in a preview. A refused row does not stop the others. */
export async function forEachRow<Row, Done>(
  rows: readonly Row[],
  { apply, logRow, progress, resumes }: RowContext,
  subject: (row: Row) => string,
  work: (row: Row, tx: Tx) => Promise<Done>,
): Promise<RowOutcome<Row, Done>[]> {
  const outcomes: RowOutcome<Row, Done>[] = []
  for (const [i, row] of rows.entries()) {
    progress(i / rows.length, `${i} of ${rows.length}`)
    if (resumes?.has.has(subject(row))) continue
    try {
      outcomes.push({ row, done: await transact(row), refusal: null })
    } catch (error) {
      const refusal = findRefusal(subject(row), error)
      if (refusal === null) throw error
      await noteRefusal(row)
      outcomes.push({ row, done: null, refusal })
    }
  }
  return outcomes

  /** Behind the fence, too: another worker may have the job by now, and do the row. */
  async function noteRefusal(row: Row): Promise<void> {
    await transactChange(async (tx) => {
      await resumes?.fence(tx)
      await logRow(subject(row), 'refused', tx)
    })
  }

  function transact(row: Row): Promise<Done> {
    const tryRow = async (tx: Tx) => {
      await resumes?.fence(tx)
      return work(row, tx)
    }
    if (!apply) return previewTransaction(tryRow)
    return transactChange(async (tx) => {
      const done = await tryRow(tx)
      await logRow(subject(row), 'done', tx)
      return done
    })
  }
}

/** Null: no refusal. */
function findRefusal(subject: string, error: unknown): Hint | null {
  if (error instanceof OverBudgetError)
    return {
      text: `${upperFirst(subject)}: ${error.message} If you ask for it alone, it waits for a second person.`,
    }
  return error instanceof RefusalError ? toHint(error) : null
}

/** A text alone where nothing helps. */
export const listRefusals = (outcomes: readonly RowOutcome<unknown, unknown>[]): Remark[] =>
  outcomes.flatMap(({ refusal }) =>
    refusal === null ? [] : refusal.next || refusal.fields ? refusal : refusal.text,
  )
