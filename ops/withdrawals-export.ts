import path from 'node:path'
import { formatRupees } from '~/formats/money'
import { listApprovable } from '~/wallet/payout/approve-due.server'
import {
  makeBatch,
  recordWritten,
  type BatchFile,
  type RemovedFromBatch,
  type Made,
} from '~/wallet/payout/batches.server'
import { approveWithdrawal, type Despite } from '~/wallet/withdrawals/payouts.server'
import { reserveNew, type Reserved } from './files'
import { osUser } from './operator-log'
import { settleRefusal } from './withdrawals-settle'
import { formatCount } from './safe-text'
import {
  confirmMoney,
  RefusedCommand,
  print,
  printCsv,
  printError,
  UsageError,
  type Answers,
} from './terminal'
import { requireBatch, listed } from './withdrawals-batches'

interface ExportOptions extends Answers {
  out?: string
  show?: boolean
  approve?: boolean
  batch?: number
  /** The reason to include members with a debt. */
  despiteDebt?: string
  /** The reason to include members with an open signal of fraud. */
  despiteSignal?: string
}

export async function exportForBank(options: ExportOptions): Promise<void> {
  const { out, show, approve, batch, despiteDebt, despiteSignal, yes } = options
  if (out === undefined && !show)
    throw new UsageError(
      'Pass --out FILE. A bank file contains account numbers; --show prints them to the terminal.',
    )
  if (approve && batch !== undefined)
    throw new UsageError('--batch prints an old file again: nothing is approved for it.')
  const file = out === undefined ? null : reserveNew(out)
  try {
    if (batch !== undefined) return await put(await requireBatch(batch), file)
    if (approve) await approveAll({ despiteSignal }, yes)
    const fileName = out === undefined ? null : path.basename(out)
    const made = await makeBatch(osUser(), fileName, {
      despiteDebt: despiteDebt !== undefined,
      despiteSignal: despiteSignal !== undefined,
    })
    if (!made.ok) throw new RefusedCommand(whyNone(made))
    await put(made, file)
    reportLeftOut(made)
  } finally {
    file?.giveUp()
  }
}

/** Names withdrawals with an open signal; a member may cancel one in the meantime. */
async function approveAll(despite: Despite, yes: boolean | undefined): Promise<void> {
  const ids = await listApprovable()
  if (ids.length) await confirmMoney(`Approve ${formatCount(ids.length, 'withdrawal')}?`, { yes })
  for (const id of ids) {
    const answer = await approveWithdrawal(id, despite)
    if (answer.ok || answer.reason !== 'signal-open') continue
    process.exitCode = 1
    printError(settleRefusal(answer, id, 'approved'))
  }
}

function whyNone(made: Exclude<Made, { ok: true }>): string {
  if (made.reason === 'nothing')
    return 'Nothing waits for the bank. `withdrawals approve` and --approve take in what is requested; what went into a file before is in `withdrawals batches`.'
  if (made.keptBack.length) return describeLeftOut(made).join('\n')
  return `${listed(made.unopened)}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?`
}

/**
 * The batch is already stored: if the file fails, it can be written again, and no other file gets its withdrawals.
 */
async function put({ batch, csv }: BatchFile, file: Reserved | null): Promise<void> {
  if (file) {
    try {
      file.write(csv)
    } catch (error) {
      throw new RefusedCommand(
        `Batch ${batch.id} is made, and its file could not be written (${(error as NodeJS.ErrnoException).code}). Write it again: withdrawals export --batch ${batch.id} --out FILE`,
      )
    }
  } else printCsv(csv)
  await recordWritten(batch.id)
  if (file)
    print`Batch ${batch.id}: ${formatCount(batch.count, 'withdrawal')}, ${formatRupees(batch.sum_paise)}, in ${file.name}: it contains account numbers.`
}

/** Does not stop the others. */
function reportLeftOut(leftOut: RemovedFromBatch): void {
  const problems = describeLeftOut(leftOut)
  if (problems.length) process.exitCode = 1
  for (const problem of problems) printError(problem)
}

function describeLeftOut({ unopened, keptBack }: RemovedFromBatch): string[] {
  const words = keptBack.map(({ id, because }) => `Left out: ${settleRefusal(because, id, 'exported')}`)
  if (unopened.length)
    words.push(
      `Left out, because the account cannot be decrypted with DATA_KEY or DATA_KEYS_OLD: ${listed(unopened)}. \`keys status\` shows which key is missing; \`withdrawals fail\` gives the money back.`,
    )
  return words
}
