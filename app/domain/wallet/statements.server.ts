import { sheetLine } from '~/platform/formats/csv'
import { dayInIndia, formatDate, formatTime, timeForSheets } from '~/platform/formats/dates'
import { formatPlain, formatRupees, formatSigned, paise } from '~/platform/formats/money'
import { transactionId } from './history'
import type { StatementPeriod } from './statements'
import { readStatementRows, readStatementSums, type StatementRow } from './statements/rows.server'

const BATCH = 1000
export const MOST_ROWS = 500

const HEAD = ['Transaction', 'Date (IST)', 'Status', 'Store', 'Amount (Rs.)', 'Balance (Rs.)']

export async function* streamStatement(
  userId: number,
  period: StatementPeriod | null = null,
): AsyncGenerator<string> {
  const sums = period && (await readStatementSums(userId, period))
  let balance: bigint = sums?.opening ?? 0n
  const format = (row: StatementRow) => formatLine(row, (balance += row.amount))
  const readAfter = (after: string) =>
    readStatementRows(userId, { period, after, lastId: sums?.lastId, most: BATCH })

  let rows = await readAfter('0')
  const opening = period && sums ? formatBalance('Opening balance', period.begins, sums.opening) : ''
  yield sheetLine(HEAD) + opening + rows.map(format).join('')
  while (rows.length === BATCH) {
    rows = await readAfter(rows.at(-1)!.id)
    if (rows.length) yield rows.map(format).join('')
  }
  if (period && sums)
    yield isRunning(period)
      ? formatBalance('Balance so far', new Date(), sums.closing)
      : formatBalance('Closing balance', lastDay(period), sums.closing)
}

const isRunning = ({ ends }: StatementPeriod, now = new Date()) => ends > now

const lastDay = ({ ends }: StatementPeriod) => new Date(ends.getTime() - 1)

const formatBalance = (words: string, day: Date, balance: bigint) =>
  sheetLine(['', dayInIndia(day).date, words, '', '', formatPlain(balance)])

const formatLine = (row: StatementRow, balance: bigint) =>
  sheetLine([
    transactionId(row.number),
    timeForSheets(row.created_at),
    row.description,
    row.store,
    formatPlain(row.amount),
    formatPlain(balance),
  ])

export async function readStatementPart(
  userId: number,
  period: StatementPeriod,
  { page, limit }: { page: number; limit: number },
) {
  const { opening, closing, kinds, rows: total, lastId } = await readStatementSums(userId, period)
  const before = (page - 1) * limit
  const most = before < total ? page * limit : 0
  const rows = await readStatementRows(userId, { period, after: '0', lastId, most })
  let balance: bigint = opening
  const items = rows.map((row) => ({ ...row, balance: paise((balance += row.amount)) })).slice(before)
  return { from: period.begins, to: lastDay(period), opening, closing, kinds, total, items }
}

export type StatementPart = Awaited<ReturnType<typeof readStatementPart>>

export async function readWalletStatement(userId: number, period: StatementPeriod, now = new Date()) {
  const part = await readStatementPart(userId, period, { page: 1, limit: MOST_ROWS })
  return {
    at: formatTime(now),
    opening: {
      words: 'Opening balance',
      day: formatDate(part.from),
      balance: formatRupees(part.opening),
    },
    closing: {
      ...(isRunning(period, now)
        ? { words: `Balance on ${formatDate(now)}, so far`, day: '' }
        : { words: 'Closing balance', day: formatDate(part.to) }),
      balance: formatRupees(part.closing),
    },
    kinds: part.kinds.map(({ words, amount }) => ({ words, amount: formatSigned(amount) })),
    total: part.total,
    rows: part.items.map(({ id, number, created_at, description, paid_at, store, amount, balance }) => ({
      id,
      number: transactionId(number),
      at: formatTime(created_at),
      description,
      note: paid_at ? `paid ${formatDate(paid_at)}` : store,
      amount: formatSigned(amount),
      balance: formatRupees(balance),
    })),
  }
}

export type Statement = Awaited<ReturnType<typeof readWalletStatement>>
