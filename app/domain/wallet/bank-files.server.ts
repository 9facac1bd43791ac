/** A withdrawal is in at most one batch at a time, which the database enforces (0023-paid-once.md). */
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import writeSheet from 'write-excel-file/node'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { jobFiles } from '~/platform/db/schema/operations'
import { payoutBatches, payoutBatchItems } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { csvLine } from '~/platform/formats/csv'
import { formatPlain } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { moneyTransaction } from './ledger.server'
import { type ApprovalOverrides } from './blockers.server'
import { tryDestination } from './withdrawal-decisions.server'
import type { Withdrawal } from './withdrawals'
import { MOST_BY_IMPS, toPayeeName } from './providers'
import { type Omission, lockUnsent, listHeldBack } from './unsent.server'

export type Batch = typeof payoutBatches.$inferSelect

export interface BatchFile {
  batch: Batch
  table: BankTable
  csv: string
}

interface DecryptionFailures {
  undecryptable: number[]
}

export interface BatchOmissions extends DecryptionFailures {
  keptBack: Omission[]
}

export type BatchOutcome =
  Done<BatchFile & BatchOmissions> | Refused<'nothing'> | Refused<'none-payable', BatchOmissions>

/** `fileName` null: the file is only printed. A concurrent call waits and gets the remaining withdrawals. */
export function makeBatch(
  by: string,
  fileName: string | null,
  { despiteDebt = false, despiteSignal = false }: Partial<ApprovalOverrides> = {},
  within?: Tx,
): Promise<BatchOutcome> {
  return moneyTransaction(async (tx): Promise<BatchOutcome> => {
    const rows = await lockUnsent(tx)
    if (!rows.length) return refused('nothing')
    const keptBack = await listHeldBack(tx, rows, { despiteDebt, despiteSignal })
    const keptIds = new Set(keptBack.map(({ id }) => id))
    const { payable, undecryptable } = decryptDestinations(rows.filter(({ id }) => !keptIds.has(id)))
    if (!payable.length) return refused('none-payable', { undecryptable, keptBack })
    const table = makeBankTable(payable, PRESENT_FORMAT)
    const csv = buildBankCsv(table)
    const [batch] = await tx
      .insert(payoutBatches)
      .values({
        made_by: by,
        count: payable.length,
        sum_paise: payable.reduce((sum, { withdrawal }) => sum + withdrawal.amount_paise, 0n),
        sha256: digestFile(csv),
        format: PRESENT_FORMAT,
        rows_sha256: digestRows(payable),
        file_name: fileName,
      })
      .returning()
    await tx
      .insert(payoutBatchItems)
      .values(payable.map(({ withdrawal }) => ({ batch_id: batch!.id, withdrawal_id: withdrawal.id })))
    return done({ batch: batch!, table, csv, undecryptable, keptBack })
  }, within)
}

function decryptDestinations(rows: readonly Withdrawal[]): { payable: Payable[] } & DecryptionFailures {
  const payable: Payable[] = []
  const undecryptable: number[] = []
  for (const withdrawal of rows) {
    const to = tryDestination(withdrawal)
    if (to) payable.push({ withdrawal, to })
    else undecryptable.push(withdrawal.id)
  }
  return { payable, undecryptable }
}

export type ReprintOutcome = Done<BatchFile> | Refused<'not-found'> | Refused<'changed', DecryptionFailures>

export async function reprintBatch(id: number): Promise<ReprintOutcome> {
  const [batch] = await db.select().from(payoutBatches).where(eq(payoutBatches.id, id))
  if (!batch) return refused('not-found')
  const rows = await db
    .select({ withdrawal: withdrawals })
    .from(payoutBatchItems)
    .innerJoin(withdrawals, eq(withdrawals.id, payoutBatchItems.withdrawal_id))
    .where(eq(payoutBatchItems.batch_id, id))
    .orderBy(asc(withdrawals.id))
  const { payable, undecryptable } = decryptDestinations(rows.map(({ withdrawal }) => withdrawal))
  const table = makeBankTable(payable, batch.format)
  const csv = buildBankCsv(table)
  const isSame =
    digestFile(csv) === batch.sha256 && (batch.format === 1 || digestRows(payable) === batch.rows_sha256)
  return isSame ? done({ batch, table, csv }) : refused('changed', { undecryptable })
}

export async function recordWritten(id: number, tx: Reader = db): Promise<void> {
  await tx
    .update(payoutBatches)
    .set({ written_at: sql`now()` })
    .where(and(eq(payoutBatches.id, id), isNull(payoutBatches.written_at)))
}

/** Removes all of the withdrawals or none; the next export includes them again. */
export function leaveBatch(
  ids: number[],
  reason: string,
  within?: Tx,
): Promise<Done | Refused<'not-waiting', { ids: number[] }>> {
  return moneyTransaction(async (tx) => {
    const locked = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(inArray(withdrawals.id, ids), eq(withdrawals.status, 'processing')))
      .orderBy(asc(withdrawals.id))
      .for('update')
    const inBatch = await tx
      .select({ id: payoutBatchItems.withdrawal_id, batch_id: payoutBatchItems.batch_id })
      .from(payoutBatchItems)
      .where(and(inArray(payoutBatchItems.withdrawal_id, ids), isNull(payoutBatchItems.left_at)))
      .orderBy(asc(payoutBatchItems.withdrawal_id))
      .for('update')
    const waiting = new Set(locked.map(({ id }) => id))
    const leaving = inBatch.map(({ id }) => id).filter((id) => waiting.has(id))
    const others = ids.filter((id) => !leaving.includes(id))
    if (others.length) return refused('not-waiting', { ids: others })
    await tx
      .update(payoutBatchItems)
      .set({ left_at: sql`now()`, left_because: reason })
      .where(and(inArray(payoutBatchItems.withdrawal_id, ids), isNull(payoutBatchItems.left_at)))
    // A file that nobody has fetched yet would pay them beside the next one.
    await tx
      .update(jobFiles)
      .set({ content: null })
      .where(
        inArray(
          jobFiles.batch_id,
          inBatch.map(({ batch_id }) => batch_id),
        ),
      )
    return done()
  }, within)
}

// A batch keeps the number of its format, so that its file is printed again as it was. Never change a format: add one.

export interface Payable {
  withdrawal: Pick<Withdrawal, 'id' | 'amount_paise' | 'method'>
  to: Record<string, string>
}

type Format = Record<string, (payable: Payable) => string>

const FIRST = {
  withdrawal: ({ withdrawal }) => String(withdrawal.id),
  amount: ({ withdrawal }) => formatPlain(withdrawal.amount_paise),
  mode: ({ withdrawal }) => (withdrawal.method === 'upi' ? 'UPI' : 'IMPS'),
  name: ({ to }) => to.acc_holder_name ?? '',
  account: ({ to }) => to.acc_number ?? '',
  ifsc: ({ to }) => to.ifsc_code ?? '',
  upi: ({ to }) => to.upi ?? '',
  remark: ({ withdrawal }) => `DealDwaar withdrawal ${withdrawal.id}`,
  utr: () => '',
  reason: () => '',
} satisfies Format

/** Names and modes as NEFT and IMPS carry them, and a text that shows whether the account was altered. */
const SECOND: Format = {
  withdrawal: FIRST.withdrawal,
  amount: FIRST.amount,
  mode: ({ withdrawal: { method, amount_paise } }) =>
    method === 'upi' ? 'UPI' : amount_paise <= MOST_BY_IMPS ? 'IMPS' : 'NEFT',
  name: ({ to }) => (to.acc_holder_name ? toPayeeName(to.acc_holder_name) : ''),
  account: FIRST.account,
  account_check: ({ to }) => (to.acc_number ? describeAccount(to.acc_number) : ''),
  ifsc: FIRST.ifsc,
  upi: FIRST.upi,
  remark: FIRST.remark,
  utr: FIRST.utr,
  reason: FIRST.reason,
}

const FORMATS = new Map<number, Format>([
  [1, FIRST],
  [2, SECOND],
])

export const PRESENT_FORMAT = 2

/** A spreadsheet keeps it, because it is no number: '18 digits ending 3456'. */
export const describeAccount = (account: string): string =>
  `${account.length} digits ending ${account.slice(-4)}`

/** False where a spreadsheet has taken zeros or digits away. Banks mask an account (XXXX3456), and put zeros in front. */
export const isSameAccount = (account: string, ours: string): boolean => {
  const [, masked] = /^\d*[x*•]+(\d{3,})$/i.exec(account) ?? []
  return masked === undefined
    ? account.endsWith(ours) && /^0*$/.test(account.slice(0, -ours.length))
    : ours.endsWith(masked)
}

/** The headings, and a line for each withdrawal. */
export type BankTable = readonly (readonly string[])[]

export function makeBankTable(rows: readonly Payable[], format: number): BankTable {
  const cells = Object.entries(FORMATS.get(format)!)
  return [cells.map(([heading]) => heading), ...rows.map((row) => cells.map(([, write]) => write(row)))]
}

export const buildBankCsv = (table: BankTable): string => table.map(csvLine).join('')

const CHARACTERS_WIDE = 24

/** Every cell is a text, so that no spreadsheet alters an account number. Its bytes depend on the time. */
export const buildBankWorkbook = (table: BankTable): Promise<Buffer> =>
  writeSheet(
    table.map((cells, at) =>
      cells.map((value) => ({
        value,
        type: String,
        format: '@',
        ...(at === 0 && { fontWeight: 'bold' as const }),
      })),
    ),
    {
      columns: table[0]!.map(() => ({ width: CHARACTERS_WIDE })),
      stickyRowsCount: 1,
    },
  ).toBuffer()

export const digestFile = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is paid to whom, whatever the format. */
export const digestRows = (rows: readonly Payable[]): string =>
  digestFile(
    JSON.stringify(
      rows.map(({ withdrawal: { id, amount_paise, method }, to }) => [
        id,
        String(amount_paise),
        method,
        Object.entries(to).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    ),
  )
