/** The same rows must always make the same bytes, because the audit compares hashes of the files. */
import { createHash } from 'node:crypto'
import type { Reader } from '~/db/client.server'
import { csvLine } from '~/formats/csv'
import { formatPlain } from '~/formats/money'
import { CHART } from '../ledger/chart'
import {
  readAges,
  readGst,
  readSums,
  readTds,
  readVouchers,
  type AccountSums,
  type Extent,
  type VoucherRow,
} from './figures.server'
import { findQuarter } from './month'

export interface PeriodFiles {
  files: Map<string, string>
  sha256: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export async function makePeriodFiles(reader: Reader, of: Extent): Promise<PeriodFiles> {
  const sums = inOrder(await readSums(reader, of))
  const files = new Map([
    ['ageing.csv', await ageing(reader, of)],
    ['gst.csv', await gst(reader, of)],
    ['liabilities.csv', liabilities(sums)],
    ['tds.csv', await tds(reader, of)],
    ['trial-balance.csv', trialBalance(sums)],
    ['vouchers.csv', vouchers(of.month, await readVouchers(reader, of))],
  ])
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

function inOrder(sums: AccountSums[]): AccountSums[] {
  const place = (code: string) => (CODES.includes(code) ? CODES.indexOf(code) : CODES.length)
  return sums.toSorted((a, b) => place(a.code) - place(b.code) || (a.code < b.code ? -1 : 1))
}

const plain = (amount: bigint | string) => formatPlain(BigInt(amount))
const inDebit = (net: bigint) => (net > 0n ? plain(net) : '')
const inCredit = (net: bigint) => (net < 0n ? plain(-net) : '')

function trialBalance(sums: readonly AccountSums[]): string {
  const total = { opening: 0n, debits: 0n, credits: 0n, closing: 0n }
  const rows = sums.map((row) => {
    const [debits, credits] = [BigInt(row.debits), BigInt(row.credits)]
    const opening = BigInt(row.opening_debits) - BigInt(row.opening_credits)
    const closing = opening + debits - credits
    total.opening += opening > 0n ? opening : 0n
    total.debits += debits
    total.credits += credits
    total.closing += closing > 0n ? closing : 0n
    const [amounts, { name, class: of }] = [[opening, debits, credits, closing] as const, findEntry(row.code)]
    return [
      row.code,
      name,
      of,
      inDebit(amounts[0]),
      inCredit(amounts[0]),
      plain(debits),
      plain(credits),
      inDebit(closing),
      inCredit(closing),
    ]
  })
  const { opening, debits, credits, closing } = total
  return sheet(
    [
      'account',
      'name',
      'class',
      'opening_debit',
      'opening_credit',
      'debits',
      'credits',
      'closing_debit',
      'closing_credit',
    ],
    [...rows, ['', 'Total', '', ...[opening, opening, debits, credits, closing, closing].map(plain)]],
  )
}

const sheet = (head: string[], rows: readonly (string | null)[][]): string =>
  [head, ...rows].map(csvLine).join('')

function liabilities(sums: readonly AccountSums[]): string {
  const owed = sums.filter(({ code }) => code === 'user_debt' || findEntry(code).class === 'liability')
  return sheet(
    ['account', 'name', 'holders', 'owed_by_us', 'owed_to_us'],
    owed.map((row) => {
      const net =
        BigInt(row.opening_debits) + BigInt(row.debits) - BigInt(row.opening_credits) - BigInt(row.credits)
      return [row.code, findEntry(row.code).name, String(row.holders), inCredit(net), inDebit(net)]
    }),
  )
}

async function gst(reader: Reader, of: Extent): Promise<string> {
  const rows = await readGst(reader, of)
  return sheet(
    [
      'day',
      'basis',
      'network',
      'kind',
      'settlement',
      'invoice',
      'reference',
      'commission',
      'gst',
      'corrects',
    ],
    rows.map((row) => [
      row.day,
      row.basis,
      row.network,
      row.kind,
      row.id,
      row.invoice,
      row.reference,
      plain(row.commission),
      plain(row.gst),
      row.corrects,
    ]),
  )
}

async function tds(reader: Reader, of: Extent): Promise<string> {
  const { year, name } = findQuarter(of.month)
  const rows = await readTds(reader, of)
  return sheet(
    ['financial_year', 'quarter', 'deductor', 'month', 'tds_of_month', 'tds_of_quarter_so_far'],
    rows.map((row) => [year, name, row.network, of.month, plain(row.month), plain(row.quarter)]),
  )
}

async function ageing(reader: Reader, of: Extent): Promise<string> {
  const rows = await readAges(reader, of)
  return sheet(
    ['network', 'up_to_30_days', 'up_to_60_days', 'up_to_90_days', 'older', 'open', 'advance'],
    rows.map(({ network, advance, ...ages }) => {
      const parts = [ages.d30, ages.d60, ages.d90, ages.older]
      const open = parts.reduce((sum, part) => sum + BigInt(part), 0n)
      return [network, ...parts.map(plain), plain(open), plain(advance)]
    }),
  )
}

const HEAD = ['Date', 'Voucher Type', 'Voucher Number', 'Ledger', 'Debit', 'Credit', 'Narration']

const findVoucherType = ({ debit, credit }: VoucherRow) =>
  debit === 'bank' ? 'Receipt' : credit === 'bank' ? 'Payment' : 'Journal'

function vouchers(month: string, rows: readonly VoucherRow[]): string {
  const lines = rows.flatMap((row, at) => {
    const [year, ofYear, day] = row.day.split('-')
    const what = row.settlement ?? (row.entries === 1 ? '1 entry' : `${row.entries} entries`)
    const narration = `${row.kind}: ${what}${row.corrects === null ? '' : `, for ${row.corrects}`}`
    const head = [
      `${day}-${ofYear}-${year}`,
      findVoucherType(row),
      `${month}/${String(at + 1).padStart(4, '0')}`,
    ]
    return [
      [...head, findEntry(row.debit).name, plain(row.amount), '', narration],
      [...head, findEntry(row.credit).name, '', plain(row.amount), narration],
    ]
  })
  return sheet(HEAD, lines)
}
