import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import { type BatchFile, leaveBatch, reprintBatch } from '~/wallet/payout/batches.server'
import { listBatches, type ListedBatch, listWaiting } from '~/wallet/payout/list-batches.server'
import { type Column, formatCount, limitedTable } from './safe-text'
import { type Answers, confirmMoney, RefusedCommand, print, printJson, UsageError } from './terminal'

export async function requireBatch(id: number): Promise<BatchFile> {
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
    return printJson(
      rows.map(({ id, sum_paise, ...rest }) => ({ batch: id, ...rest, sum: formatPlain(sum_paise) })),
    )
  if (!rows.length) return print`No file was made for the bank yet.`
  print(limitedTable(rows, COLUMNS, limit, 'batch'))
  for (const { id, written_at } of rows)
    if (!written_at)
      print`\nBatch ${id} was made, and its file perhaps not written: withdrawals export --batch ${id} --out FILE`
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
  if (answers.json) return printJson({ withdrawals: ids, reason })
  print`${formatCount(ids.length, 'withdrawal')} left the batch; the next export has them again.`
}

export const listed = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'withdrawal' : 'withdrawals'} ${ids.join(', ')}`
