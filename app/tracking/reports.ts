import { parseAmount } from '~/formats/amounts'
import { jsonFields, parseJsonTexts } from '~/formats/json'
import type { Paise } from '~/formats/money'
import { isEnd, type QuarantineReason, type Report } from './conversion-states'
import type { DeclineReason, Names, Network } from '~/config/networks/network'
import { readIds } from './report-ids'

export interface ReportedSale {
  clickId: string
  conversionId: string | null
  orderNumber: string | null
  externalId: string
  otherIds: string[]
  report: Report
  sale: Paise | null
  /** The platform's commission, never the credited amount. */
  networkPayout: Paise | null
  reason?: DeclineReason
}

export type ParsedReport = ReportedSale | { quarantined: QuarantineReason }

/** More than any network's ids have; an index rejects very long values. */
export const MOST_ID = 200

export function readReport(network: Network, raw: Record<string, string>): ParsedReport {
  const letter = network.envelope && raw[network.envelope]
  const all = letter ? { ...raw, ...openEnvelope(letter) } : raw
  return readSale(
    network,
    makeReader(network.postback, (key) => all[key]),
  )
}

export function readReportRow(network: Network, row: Record<string, string>): ParsedReport {
  return readSale(network, makeReader(network.columns, findCell(row)))
}

function findCell(row: Record<string, string>): (column: string) => string | undefined {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [normalizeName(column), cell]))
  return (column) => cells.get(normalizeName(column))
}

export function listNamesOfRow(
  network: Network,
  row: Record<string, string>,
): { clickId: string; externalId: string } {
  const find = findCell(row)
  const [clickId = ''] = listFilled(network.columns.click, find)
  const [externalId = ''] = listFilled(listColumns(network, 'id'), find)
  return { clickId, externalId }
}

export type NeededColumn = 'click' | 'status' | 'id'

export const listColumns = ({ columns }: Network, name: NeededColumn): string[] =>
  name === 'id' ? [...columns.conversion, ...columns.order] : columns[name]

export function findMissingColumns(network: Network, header: string[]): NeededColumn[] {
  const there = new Set(header.map(normalizeName))
  return (['click', 'status', 'id'] as const).filter(
    (name) => !listColumns(network, name).some((column) => there.has(normalizeName(column))),
  )
}

const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const listFilled = (names: string[], find: (name: string) => string | undefined) =>
  names.flatMap((name) => find(name)?.trim() || [])

function openEnvelope(letter: string): Record<string, string> {
  try {
    const fields = jsonFields(parseJsonTexts(letter) ?? {})
    return Object.fromEntries(
      fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
    )
  } catch {
    return {}
  }
}

type ReadAll = (name: keyof Names) => string[]

const makeReader =
  (names: Names, find: (name: string) => string | undefined): ReadAll =>
  (name) =>
    listFilled(name === 'currency' ? listCurrencyNames(names) : (names[name] ?? []), find)

/** Sale and commission may each name a currency, as in `{"saleAmount": {"amount", "currency"}}`. */
export const listCurrencyNames = ({ currency, sale, payout }: Names) => [
  ...currency,
  ...[...sale, ...payout].map((name) => `${name}.currency`),
]

function readSale(network: Network, readAll: ReadAll): ParsedReport {
  const read = (name: keyof Names): string | undefined => readAll(name)[0]
  const clickId = read('click')
  if (!clickId) return { quarantined: 'unknown-click' }
  const status = read('status')
  const report = status === undefined ? network.silence : network.statuses.get(status.toLowerCase())
  if (!report) return { quarantined: 'unknown-status' }
  const named = readIds(network, {
    click: clickId,
    conversion: read('conversion'),
    order: read('order'),
    goal: read('goal'),
  })
  const { ids, conversionId, orderNumber } = named
  const [externalId, ...otherIds] = ids
  const isOver = isEnd(report)
  if (ids.some((id) => id.length > MOST_ID) || (named.isUnusable && !isOver))
    return { quarantined: 'unusable-id' }
  const sale = readAmount(network, read('sale'))
  const networkPayout = readAmount(network, read('payout'))
  if (!isOver) {
    if (readAll('currency').some((currency) => currency.toUpperCase() !== 'INR'))
      return { quarantined: 'other-currency' }
    if (read('sale') !== undefined && sale === null) return { quarantined: 'unusable-amount' }
    if (read('payout') !== undefined && networkPayout === null) return { quarantined: 'unusable-commission' }
  }
  const reason = isOver ? network.reasons?.get(read('reason')?.toLowerCase() ?? '') : undefined
  return {
    clickId,
    conversionId,
    orderNumber,
    externalId,
    otherIds,
    report,
    sale,
    networkPayout,
    ...(reason && { reason }),
  }
}

const readAmount = ({ amounts }: Network, text: string | undefined): Paise | null =>
  text === undefined ? null : parseAmount(text, amounts)
