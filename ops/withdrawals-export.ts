import path from 'node:path'
import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { listApprovable } from '~/wallet/payout/approve-due.server'
import {
  leaveBatch,
  makeBatch,
  noteWritten,
  reprintBatch,
  type BatchFile,
  type LeftOut,
  type Made,
} from '~/wallet/payout/batches.server'
import { listBatches, listWaiting, type ListedBatch } from '~/wallet/payout/list-batches.server'
import { approveWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { reserveNew, type Reserved } from './files'
import { osUser } from './operator-log'
import { settleRefusal } from './withdrawals-settle'
import { counted, limitedTable, type Column } from './shown'
import {
  confirmMoney,
  RefusedCommand,
  say,
  sayCsv,
  sayError,
  sayJson,
  UsageError,
  type Answers,
} from './terminal'

interface ExportOptions extends Answers {
  out?: string
  show?: boolean
  approve?: boolean
  batch?: number
  /** The reason to include members with a debt. */
  despiteDebt?: string
}

export async function exportForBank(options: ExportOptions): Promise<void> {
  const { out, show, approve, batch, despiteDebt, yes } = options
  if (out === undefined && !show)
    throw new UsageError(
      'Pass --out FILE. A bank file contains account numbers; --show prints them to the terminal.',
    )
  if (approve && batch !== undefined)
    throw new UsageError('--batch prints an old file again: nothing is approved for it.')
  const file = out === undefined ? null : reserveNew(out)
  try {
    if (batch !== undefined) return await put(await requireBatch(batch), file)
    if (approve) await approveAll(yes)
    const fileName = out === undefined ? null : path.basename(out)
    const made = await makeBatch(osUser(), fileName, { despiteDebt: despiteDebt !== undefined })
    if (!made.ok) throw new RefusedCommand(whyNone(made))
    await put(made, file)
    reportLeftOut(made)
  } finally {
    file?.giveUp()
  }
}

async function approveAll(yes: boolean | undefined): Promise<void> {
  const ids = await listApprovable()
  if (ids.length) await confirmMoney(`Approve ${counted(ids.length, 'withdrawal')}?`, { yes })
  // A member may cancel one in the meantime.
  for (const id of ids) await approveWithdrawal(id)
}

function whyNone(made: Exclude<Made, { ok: true }>): string {
  if (made.reason === 'nothing')
    return 'Nothing waits for the bank. `withdrawals approve` and --approve take in what is requested; what went into a file before is in `withdrawals batches`.'
  if (made.keptBack.length) return describeLeftOut(made).join('\n')
  return `${listed(made.unopened)}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?`
}

/** The batch is already stored: if the file fails, it can be written again, and no other file gets its rows. */
async function put({ batch, csv }: BatchFile, file: Reserved | null): Promise<void> {
  if (file) {
    try {
      file.write(csv)
    } catch (error) {
      throw new RefusedCommand(
        `Batch ${batch.id} is made, and its file could not be written (${(error as NodeJS.ErrnoException).code}). Write it again: withdrawals export --batch ${batch.id} --out FILE`,
      )
    }
  } else sayCsv(csv)
  await noteWritten(batch.id)
  if (file)
    say`Batch ${batch.id}: ${counted(batch.count, 'withdrawal')}, ${formatRupees(batch.sum_paise)}, in ${file.name}: it contains account numbers.`
}

/** Does not stop the others. */
function reportLeftOut(leftOut: LeftOut): void {
  const problems = describeLeftOut(leftOut)
  if (problems.length) process.exitCode = 1
  for (const problem of problems) sayError(problem)
}

function describeLeftOut({ unopened, keptBack }: LeftOut): string[] {
  const words = keptBack.map(({ id, because }) => `Left out: ${settleRefusal(because, id, 'exported')}`)
  if (unopened.length)
    words.push(
      `Left out, because the account cannot be decrypted with DATA_KEY or DATA_KEYS_OLD: ${listed(unopened)}. \`keys status\` shows which key is missing; \`withdrawals fail\` gives the money back.`,
    )
  return words
}

const listed = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'withdrawal' : 'withdrawals'} ${ids.join(', ')}`

async function requireBatch(id: number): Promise<BatchFile> {
  const found = await reprintBatch(id)
  if (found.ok) return found
  if (found.reason === 'not-found')
    throw new RefusedCommand(`There is no batch ${id}. \`withdrawals batches\` lists them.`)
  const why = found.unopened.length
    ? `${listed(found.unopened)} cannot be opened any more: erased with its owner's account, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD`
    : 'the accounts open, and make other bytes than those of then'
  throw new RefusedCommand(
    `Batch ${id} cannot be printed as it was: its file would differ from the hash that it was made with (${why}).`,
  )
}

const COLUMNS: readonly Column<ListedBatch>[] = [
  { head: 'BATCH', cell: ({ id }) => String(id), right: true },
  { head: 'MADE', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'BY', cell: ({ made_by }) => made_by },
  { head: 'ROWS', cell: ({ count }) => String(count), right: true },
  { head: 'SUM', cell: ({ sum_paise }) => formatRupees(sum_paise), right: true },
  { head: 'WAITING', cell: ({ waiting }) => String(waiting), right: true },
  { head: 'LEFT', cell: ({ left }) => String(left), right: true },
  {
    head: 'FILE',
    cell: ({ file_name, written_at }) => (written_at ? (file_name ?? 'printed') : 'not written'),
  },
  { head: 'SHA-256', cell: ({ sha256 }) => sha256.slice(0, 12) },
]

export async function batches({ limit, json }: Answers & { limit: number }): Promise<void> {
  const rows = await listBatches(limit)
  if (json)
    return sayJson(
      rows.map(({ id, sum_paise, ...rest }) => ({ batch: id, ...rest, sum: formatPlain(sum_paise) })),
    )
  if (!rows.length) return say`No file was made for the bank yet.`
  say(limitedTable(rows, COLUMNS, limit, 'batch'))
  for (const { id, written_at } of rows)
    if (!written_at)
      say`\nBatch ${id} was made, and its file perhaps not written: withdrawals export --batch ${id} --out FILE`
}

export async function unbatch(
  given: number[],
  { batch, reason, ...answers }: Answers & { batch?: number; reason: string },
): Promise<void> {
  if ((batch === undefined) === (given.length === 0))
    throw new UsageError('Name withdrawals, or --batch for all of one that still wait.')
  const ids = batch === undefined ? [...new Set(given)] : await listWaiting(batch)
  if (!ids.length) throw new RefusedCommand(`Nothing of batch ${batch} waits for the bank.`)
  await confirmMoney(
    `Is it sure that the bank did not pay ${listed(ids)}? The next file has them again.`,
    answers,
  )
  const answer = await leaveBatch(ids, reason)
  if (!answer.ok)
    throw new RefusedCommand(`In no batch, or settled already: ${listed(answer.ids)}. Nothing was done.`)
  if (answers.json) return sayJson({ withdrawals: ids, reason })
  say`${counted(ids.length, 'withdrawal')} left the batch; the next export has them again.`
}
