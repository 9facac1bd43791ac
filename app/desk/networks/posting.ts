import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { formatPlain, formatRupees } from '~/platform/formats/money'
import { nameMaybeSales } from '~/domain/tracking/network-statements.server'
import {
  readNetworkStatement,
  listStatementHeadings,
  STATEMENT_FIELDS,
} from '~/domain/tracking/network-statements'
import { findSettlement } from '~/domain/books/list-settlements.server'
import type { Tx } from '~/platform/db/client.server'
import type { InvoiceLine, LineProblem, Posting, SettledSale } from '~/domain/books/network-payments'
import { noteChange } from '../changed'
import { describeColumns, describeData, describeRows, type Fact, type Table } from '../columns'
import * as field from '../fields'
import { requireFound } from '../lookups.server'
import type { FieldChange } from '../operation'
import { RefusalError } from '../refusal'
import { columnNames, readTableFile, refuseLines, mergeHeadings } from '../table-files'

export const network = field.choice('its name', NETWORK_NAMES, { place: 'argument' })
export const columns = columnNames(STATEMENT_FIELDS).optional()
export const reason = field.text('reason, kept with it')
export const settlement = field.id('its number in the list of payments', { place: 'argument' })

export const requireSettlement = async (id: number, tx: Tx) =>
  requireFound(await findSettlement(id, tx), `settlement ${id}`, 'networks payments', 'settlement')

type Columns = Parameters<typeof mergeHeadings<(typeof STATEMENT_FIELDS)[number]>>[1]

/** Throws RefusalError if any line cannot be read. */
export async function readInvoice(
  of: NetworkName,
  file: field.InputFile,
  headings: Columns,
): Promise<InvoiceLine[]> {
  const { lines, refused } = await readTableFile(file, (text) =>
    readNetworkStatement(text, of, mergeHeadings(listStatementHeadings(of), headings), { invoice: true }),
  )
  if (refused.length) {
    const named = await nameMaybeSales(of, refused)
    throw refuseLines(named.map(({ line, id, reason: why }) => `line ${line}${formatLineId(id)}: ${why}`))
  }
  if (!lines.length) throw new RefusalError('The file has no rows.', 'file')
  // Reports also list pending and rejected sales, which are not paid.
  return lines
    .filter(({ state, commission }) => commission! < 0n || state === null || state === 'approved')
    .map(({ line, conversionId, ids, commission }) => ({ line, conversionId, ids, commission: commission! }))
}

const formatLineId = (id: string) => (id ? ` (${id.slice(0, 40)})` : '')

export function explainLine({ line, id, reason: why, open }: LineProblem): string {
  const words = {
    unknown: 'we have no such sale',
    several: 'more than one sale of ours may be meant',
    twice: 'another line is about the same sale',
    'nothing-open': open === 0n ? 'nothing is open of it' : `${formatRupees(open)} is open of it`,
    'more-than-open': `only ${formatRupees(open)} is open of it`,
  }
  return `line ${line}${formatLineId(id)}: ${words[why]}`
}

export const explainMisfit = (problem: LineProblem): string =>
  problem.reason === 'unknown'
    ? `${explainLine(problem)}; its ${formatRupees(problem.invoiced)} is not settled`
    : explainLine(problem)

const saleColumn = describeColumns<SettledSale>()
const SALE_COLUMNS = [
  saleColumn.sale('sale', ({ id }) => id),
  saleColumn.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
  saleColumn.state('status'),
  saleColumn.amount('commission', ({ booked }) => booked),
  saleColumn.amount('settled_before', ({ settled }) => settled, { title: 'before' }),
  saleColumn.amount('settled_now', ({ now }) => now, { title: 'now' }),
  saleColumn.amount('stays_open', ({ booked, settled, now }) => booked - settled - now),
]

const misfit = describeColumns<LineProblem>()
const MISFIT_COLUMNS = [
  misfit.count('line'),
  misfit.text('external_id', ({ id }) => id),
  misfit.state('reason'),
  misfit.amount('invoiced'),
  misfit.amount('open'),
]

const MOST_SHOWN = 200

export function describePosting(
  of: string,
  { id, settled, sales, advance, misfits, repeat }: Posting,
): { facts: Fact[]; tables: Table[]; changed: FieldChange[] } {
  return {
    facts: [
      ...describeData('text', { network: of }),
      { name: 'settlement', kind: 'id', value: id, isAssigned: true },
      ...describeData('yes', { repeat }),
      ...describeData('money', { settled, advance }),
    ],
    tables: [
      describeRows('sales', SALE_COLUMNS, sales, { most: MOST_SHOWN }),
      describeRows('misfits', MISFIT_COLUMNS, misfits, { only: 'data' }),
    ],
    changed: repeat ? [] : [describeNew(id, settled)],
  }
}

export const describeNew = (id: number, settled: bigint): FieldChange =>
  noteChange(`settlement ${id}`, 'settled', null, formatPlain(settled))
