import type { DeclineReason, Names, Network, ReportedState } from '~/platform/config/network'
import { parseAmount } from '~/platform/formats/amounts'
import { isDay } from '~/platform/formats/dates'
import { readOrderNumber, isUsableId } from '~/platform/formats/identifiers'
import { jsonFields, parseJsonTexts } from '~/platform/formats/json'
import { formatPlain, type Paise } from '~/platform/formats/money'
import type { Headings } from '~/platform/formats/table-file'
import { isEnd, type QuarantineReason } from './conversions'

export interface ReportedSale {
  clickId: string
  conversionId: string | null
  orderNumber: string | null
  externalId: string
  otherIds: string[]
  report: ReportedState
  amount: Paise | null
  /** The platform's commission, never the credited amount. */
  networkPayout: Paise | null
  reason?: DeclineReason
  /** The first instant of the order's day (UTC); none: not reported, or no day. */
  orderedAt?: Date
  /** A spreadsheet may have had it. */
  isFromFile?: boolean
}

export type ParsedReport = ReportedSale | { quarantined: QuarantineReason }

/** More than any network's ids have; an index rejects very long values. */
export const MOST_ID = 200

type ReadAll = (name: keyof Names) => string[]

export const readReport = (network: Network, raw: Record<string, string>): ParsedReport =>
  readSale(network, readPostback(network, raw))

export function readReportRow(network: Network, row: Record<string, string>): ParsedReport {
  const read = readSale(network, readRow(network, row))
  return 'quarantined' in read ? read : { ...read, isFromFile: true }
}

function readPostback(network: Network, raw: Record<string, string>): ReadAll {
  const letter = network.envelope && raw[network.envelope]
  const all = letter ? { ...raw, ...openEnvelope(letter) } : raw
  return makeReader(network.postback, (key) => all[key])
}

function readRow(network: Network, row: Record<string, string>): ReadAll {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [normalizeName(column), cell]))
  return makeReader(network.columns, (column) => cells.get(normalizeName(column)))
}

/**
 * The row that the network's file would have for the report, with other amounts and, where there was another currency, with rupees.
 * `null` leaves an amount as it was reported.
 */
export function buildCorrectedRow(
  network: Network,
  { method, raw }: { method: string; raw: Record<string, string> },
  { sale, commission, isInRupees }: CorrectedAmounts,
): Record<string, string> {
  const sent = readSent(network, method, raw)
  const given: Partial<Record<keyof Names, string>> = {
    ...(sale !== null && { sale: writeAmount(sale, network) }),
    ...(commission !== null && { payout: writeAmount(commission, network) }),
    ...(isInRupees && { currency: 'INR' }),
  }
  const cells = (Object.keys(network.columns) as (keyof Names)[]).flatMap((name) => {
    const [heading] = network.columns[name] ?? []
    const value = given[name] ?? sent[name]
    return heading === undefined || value === undefined ? [] : [[heading, value]]
  })
  return Object.fromEntries(cells) as Record<string, string>
}

/** The texts of a report as they came. */
export function readSent(
  network: Network,
  method: string,
  raw: Record<string, string>,
): Partial<Record<keyof Names, string>> {
  const [names, readAll] =
    method === 'CSV'
      ? [network.columns, readRow(network, raw)]
      : [network.postback, readPostback(network, raw)]
  return Object.fromEntries((Object.keys(names) as (keyof Names)[]).map((name) => [name, readAll(name)[0]]))
}

export interface CorrectedAmounts {
  sale: Paise | null
  commission: Paise | null
  isInRupees: boolean
}

const writeAmount = (amount: Paise, { amounts }: Network) =>
  formatPlain(amount).replace('.', amounts.decimalMark)

/** What a report names, usable or not. */
export interface ReportNames {
  clickId: string
  /** As it was sent; '' for none. */
  id: string
  orderNumber: string | null
  sale: Paise | null
}

/** `method`: CSV for a row of a report, else that of the postback. */
export function readNames(network: Network, method: string, raw: Record<string, string>): ReportNames {
  const readAll = method === 'CSV' ? readRow(network, raw) : readPostback(network, raw)
  const [clickId = ''] = readAll('click')
  const [id = readAll('order')[0] ?? ''] = readAll('conversion')
  return {
    clickId,
    id,
    orderNumber: readOrderNumber(readAll('order')[0]),
    sale: readAmount(network, readAll('sale')[0]),
  }
}

export const REPORT_FIELDS = ['click', 'status', 'id', 'conversion', 'order'] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

export function listReportHeadings({ columns }: Network): Headings<ReportField> {
  const { click, status, conversion, order } = columns
  return { click, status, id: [...conversion, ...order], conversion, order }
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
  const named = readReportIds(network, {
    click: clickId,
    conversion: read('conversion'),
    order: read('order'),
    goal: read('goal'),
  })
  const { ids, conversionId, orderNumber } = named
  const [externalId, ...otherIds] = ids
  const isOver = isEnd(report)
  if (ids.some((id) => id.length > MOST_ID) || named.isUnusable) return { quarantined: 'unusable-id' }
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
    amount: sale,
    networkPayout,
    ...(reason && { reason }),
    ...readOrdered(read('ordered')),
  }
}

/** Networks write the day first, in the same form; their time zones differ by less than the day that counts. */
function readOrdered(text: string | undefined): Pick<ReportedSale, 'orderedAt'> {
  const day = text?.slice(0, 10)
  return day !== undefined && isDay(day) ? { orderedAt: new Date(`${day}T00:00:00Z`) } : {}
}

const readAmount = ({ amounts }: Network, text: string | undefined): Paise | null =>
  text === undefined ? null : parseAmount(text, amounts)

interface RawIds {
  click?: string | undefined
  conversion?: string | undefined
  order?: string | undefined
  goal?: string | undefined
}

interface SaleIds {
  conversionId: string | null
  orderNumber: string | null
  ids: [string, ...string[]]
  isUnusable: boolean
}

export function readReportIds({ idNeedsGoal = false }: Network, raw: RawIds): SaleIds {
  const { click, goal = '' } = raw
  const hasGoal = goal !== '' && goal !== '0'
  const isUnusable = raw.conversion !== undefined && !isUsableId(raw.conversion)
  const id = isUnusable ? undefined : raw.conversion
  const orderNumber = readOrderNumber(raw.order)
  const conversionId =
    id === undefined || (idNeedsGoal && !hasGoal) ? null : idNeedsGoal ? `${id}:${goal}` : id
  const ids = [
    conversionId,
    conversionId === null && id,
    orderNumber !== null && hasGoal && `${orderNumber}:${goal}`,
    orderNumber,
    click !== undefined && `click:${click}:${goal}`,
  ].filter((one) => typeof one === 'string')
  return { conversionId, orderNumber, ids: [...new Set(ids)] as [string, ...string[]], isUnusable }
}
