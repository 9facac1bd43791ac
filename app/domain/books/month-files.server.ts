/** The same rows must always make the same bytes, because the audit compares hashes of the files. */
import { createHash } from 'node:crypto'
import { db, type Reader } from '~/platform/db/client.server'
import { formatCount } from '~/platform/formats/count'
import { BYTE_ORDER_MARK, csvLine, sheetLine } from '~/platform/formats/csv'
import { formatPlain } from '~/platform/formats/money'
import { CHART } from '~/domain/wallet/ledger'
import { toDefects, type Defect, type Finding } from './audit'
import { listCloses } from './closed-months.server'
import { readAges } from './months/ages.server'
import {
  readGst,
  readMonthSums,
  readTds,
  readVouchers,
  type AccountSums,
  type Extent,
  type VoucherRow,
} from './months/figures.server'
import { findQuarter } from '~/platform/formats/months'

export interface PeriodFiles {
  files: Map<string, string>
  sha256: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export async function makePeriodFiles(reader: Reader, extent: Extent): Promise<PeriodFiles> {
  const sums = sortByChart(await readMonthSums(reader, extent))
  const files = new Map([
    ['ageing.csv', await buildAgeing(reader, extent)],
    ['gst.csv', await buildGst(reader, extent)],
    ['liabilities.csv', buildLiabilities(sums)],
    ['tds.csv', await buildTds(reader, extent)],
    ['trial-balance.csv', buildTrialBalance(sums)],
    ['vouchers.csv', buildVouchers(extent.month, await readVouchers(reader, extent))],
  ])
  if (extent.ends.has_marks) for (const [name, content] of files) files.set(name, BYTE_ORDER_MARK + content)
  const list = [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('')
  files.set('SHA256SUMS', list)
  return { files, sha256: sha256(list) }
}

interface Entry {
  name: string
  class: string
}

const findEntry = (code: string): Entry =>
  Object.hasOwn(CHART, code) ? CHART[code as keyof typeof CHART] : { name: 'not in the chart', class: '' }

const CODES = Object.keys(CHART)

function sortByChart(sums: AccountSums[]): AccountSums[] {
  const findPlace = (code: string) => (CODES.includes(code) ? CODES.indexOf(code) : CODES.length)
  return sums.toSorted((a, b) => findPlace(a.code) - findPlace(b.code) || (a.code < b.code ? -1 : 1))
}

const formatAmount = (amount: bigint | string) => formatPlain(BigInt(amount))
const formatDebit = (net: bigint) => (net > 0n ? formatAmount(net) : '')
const formatCredit = (net: bigint) => (net < 0n ? formatAmount(-net) : '')

function buildTrialBalance(sums: readonly AccountSums[]): string {
  const total = { opening: 0n, debits: 0n, credits: 0n, closing: 0n }
  const rows = sums.map((row) => {
    const [debits, credits] = [BigInt(row.debits), BigInt(row.credits)]
    const opening = BigInt(row.opening_debits) - BigInt(row.opening_credits)
    const closing = opening + debits - credits
    total.opening += opening > 0n ? opening : 0n
    total.debits += debits
    total.credits += credits
    total.closing += closing > 0n ? closing : 0n
    const { name, class: group } = findEntry(row.code)
    const sides = [formatAmount(debits), formatAmount(credits), formatDebit(closing), formatCredit(closing)]
    return [row.code, name, group, formatDebit(opening), formatCredit(opening), ...sides]
  })
  const { opening, debits, credits, closing } = total
  return formatSheet(
    'account,name,class,opening_debit,opening_credit,debits,credits,closing_debit,closing_credit',
    [...rows, ['', 'Total', '', ...[opening, opening, debits, credits, closing, closing].map(formatAmount)]],
  )
}

const formatSheet = (head: string, rows: readonly (string | null)[][], formatLine = csvLine): string =>
  [head.split(','), ...rows].map(formatLine).join('')

function buildLiabilities(sums: readonly AccountSums[]): string {
  const owed = sums.filter(({ code }) => code === 'user_debt' || findEntry(code).class === 'liability')
  return formatSheet(
    'account,name,holders,owed_by_us,owed_to_us',
    owed.map((row) => {
      const net =
        BigInt(row.opening_debits) + BigInt(row.debits) - BigInt(row.opening_credits) - BigInt(row.credits)
      return [row.code, findEntry(row.code).name, String(row.holders), formatCredit(net), formatDebit(net)]
    }),
  )
}

async function buildGst(reader: Reader, extent: Extent): Promise<string> {
  const rows = await readGst(reader, extent)
  return formatSheet(
    'day,basis,network,kind,settlement,invoice,reference,commission,gst,corrects',
    rows.map((row) => {
      const facts = [row.day, row.basis, row.network, row.kind, row.id, row.invoice, row.reference]
      return [...facts, formatAmount(row.commission), formatAmount(row.gst), row.corrects]
    }),
    extent.ends.keeps_ids ? sheetLine : csvLine,
  )
}

async function buildTds(reader: Reader, extent: Extent): Promise<string> {
  const { year, name } = findQuarter(extent.month)
  const rows = await readTds(reader, extent)
  return formatSheet(
    'financial_year,quarter,deductor,month,tds_of_month,tds_of_quarter_so_far',
    rows.map((row) => [
      year,
      name,
      row.network,
      extent.month,
      formatAmount(row.month),
      formatAmount(row.quarter),
    ]),
  )
}

async function buildAgeing(reader: Reader, extent: Extent): Promise<string> {
  const rows = await readAges(reader, extent)
  return formatSheet(
    'network,up_to_30_days,up_to_60_days,up_to_90_days,older,open,advance',
    rows.map(({ network, advance, ...ages }) => {
      const parts = [ages.d30, ages.d60, ages.d90, ages.older]
      const open = parts.reduce((sum, part) => sum + BigInt(part), 0n)
      return [network, ...parts.map(formatAmount), formatAmount(open), formatAmount(advance)]
    }),
  )
}

const findVoucherType = ({ debit, credit }: VoucherRow) =>
  debit === 'bank' ? 'Receipt' : credit === 'bank' ? 'Payment' : 'Journal'

function buildVouchers(month: string, rows: readonly VoucherRow[]): string {
  const lines = rows.flatMap((row, at) => {
    const [year, ofYear, day] = row.day.split('-')
    const what = row.settlement ?? formatCount(row.entries, 'entry', 'entries')
    const narration = `${row.kind}: ${what}${row.corrects === null ? '' : `, for ${row.corrects}`}`
    const head = [
      `${day}-${ofYear}-${year}`,
      findVoucherType(row),
      `${month}/${String(at + 1).padStart(4, '0')}`,
    ]
    return [
      [...head, findEntry(row.debit).name, formatAmount(row.amount), '', narration],
      [...head, findEntry(row.credit).name, '', formatAmount(row.amount), narration],
    ]
  })
  return formatSheet('Date,Voucher Type,Voucher Number,Ledger,Debit,Credit,Narration', lines)
}

export async function findChangedPeriods(reader: Reader = db): Promise<Defect[]> {
  const changed: Finding[] = []
  for (const close of await listCloses(reader)) {
    const { sha256 } = await makePeriodFiles(reader, close)
    if (sha256 === close.sha256) continue
    const detail = `its files have SHA-256 ${sha256}, those of its close ${close.sha256}`
    changed.push({ subject: close.month, detail })
  }
  const next = 'rows of this month were changed: compare the accountant’s files with a backup'
  return toDefects('closed month = its files', next, changed)
}
