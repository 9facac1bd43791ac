import { parseAmount } from '~/formats/amounts'
import { jsonFields, parseJsonTexts } from '~/formats/json'
import type { Paise } from '~/formats/money'
import { isEnd, type QuarantineReason, type Report } from './conversion-states'
import type { DeclineReason, Names, Network } from '~/config/networks/network'

export interface ReportedSale {
  clickId: string
  conversionId: string | null
  orderNumber: string | null
  externalId: string
  /** Other ids under which the sale may have been stored. */
  otherIds: string[]
  report: Report
  sale: Paise | null
  /** The platform's commission, never the credited amount. */
  networkPayout: Paise | null
  reason?: DeclineReason
}

export type Read = ReportedSale | { quarantined: QuarantineReason }

/** More than any network's ids have; an index rejects very long values. */
export const MOST_ID = 200

export function readReport(network: Network, raw: Record<string, string>): Read {
  const letter = network.envelope && raw[network.envelope]
  const all = letter ? { ...raw, ...openEnvelope(letter) } : raw
  return readSale(
    network,
    makeReader(network.postback, (key) => all[key]),
  )
}

export function readReportRow(network: Network, row: Record<string, string>): Read {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  return readSale(
    network,
    makeReader(network.columns, (key) => cells.get(plain(key))),
  )
}

export function listNamesOfRow(
  network: Network,
  row: Record<string, string>,
): { clickId: string; externalId: string } {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  const [clickId = ''] = filled(network.columns.click, (key) => cells.get(plain(key)))
  const [externalId = ''] = filled(listColumns(network, 'id'), (key) => cells.get(plain(key)))
  return { clickId, externalId }
}

export type NeededColumn = 'click' | 'status' | 'id'

export const listColumns = ({ columns }: Network, name: NeededColumn): string[] =>
  name === 'id' ? [...columns.conversion, ...columns.order] : columns[name]

export function missingColumns(network: Network, header: string[]): NeededColumn[] {
  const there = new Set(header.map(plain))
  return (['click', 'status', 'id'] as const).filter(
    (name) => !listColumns(network, name).some((column) => there.has(plain(column))),
  )
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const filled = (names: string[], find: (name: string) => string | undefined) =>
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
    filled(name === 'currency' ? currencyNames(names) : (names[name] ?? []), find)

/** Sale and commission may each name a currency, as in `{"saleAmount": {"amount", "currency"}}`. */
export const currencyNames = ({ currency, sale, payout }: Names) => [
  ...currency,
  ...[...sale, ...payout].map((name) => `${name}.currency`),
]

function readSale(network: Network, readAll: ReadAll): Read {
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

interface Named {
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

export function readIds({ idNeedsGoal = false }: Network, named: Named): SaleIds {
  const { click, goal = '' } = named
  const hasGoal = goal !== '' && goal !== '0'
  const isUnusable = named.conversion !== undefined && isPlaceholder(named.conversion)
  const id = isUnusable ? undefined : named.conversion
  const orderNumber = named.order === undefined || isPlaceholder(named.order) ? null : named.order
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

const PLACEHOLDER = /[{}[\]<>]|!!!|%7[bd]|^([#%$@]).*\1$|^(?:n\/?a|null|none|nil|nan|undefined|[0-]+)$/i

const isPlaceholder = (text: string) => PLACEHOLDER.test(text)

const readAmount = ({ amounts }: Network, text: string | undefined): Paise | null =>
  text === undefined ? null : parseAmount(text, amounts)
