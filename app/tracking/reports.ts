import { parseAmount } from '~/formats/amounts'
import { parseJsonTexts } from '~/formats/json'
import type { Paise } from '~/formats/money'
import type { QuarantineReason, Report } from './conversion-states'
import type { Names, Network } from './networks/network'

export interface ReportedSale {
  clickId: string
  externalId: string
  /** Alternative ids: a sale first reported under one of them keeps it. */
  otherIds: string[]
  report: Report
  sale: Paise | null
  /** The platform's commission, never the credited amount. */
  networkPayout: Paise | null
}

export type Read = ReportedSale | { quarantined: QuarantineReason }

/** Longer than any network's id of a sale; an index rejects very long values. */
export const MOST_ID = 200

export function readReport(network: Network, raw: Record<string, string>): Read {
  const letter = network.envelope && raw[network.envelope]
  const all = letter ? { ...raw, ...openEnvelope(letter) } : raw
  return readSale(network, (name) => filled(network.postback[name], (key) => all[key]))
}

export function readReportRow(network: Network, row: Record<string, string>): Read {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  return readSale(network, (name) => filled(network.columns[name], (key) => cells.get(plain(key))))
}

export function namesOfRow(
  network: Network,
  row: Record<string, string>,
): { clickId: string; externalId: string } {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  const [clickId = ''] = filled(network.columns.click, (key) => cells.get(plain(key)))
  const [externalId = ''] = filled(network.columns.external, (key) => cells.get(plain(key)))
  return { clickId, externalId }
}

export function missingColumns(network: Network, header: string[]): ('click' | 'status' | 'external')[] {
  const there = new Set(header.map(plain))
  return (['click', 'status', 'external'] as const).filter(
    (name) => !network.columns[name].some((column) => there.has(plain(column))),
  )
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const filled = (names: string[], find: (name: string) => string | undefined) =>
  names.flatMap((name) => find(name)?.trim() || [])

function openEnvelope(letter: string): Record<string, string> {
  try {
    const content = parseJsonTexts(letter)
    return Object.fromEntries(Object.entries(content ?? {}).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

type ReadAll = (name: keyof Names) => string[]

function readSale(network: Network, readAll: ReadAll): Read {
  const read = (name: keyof Names): string | undefined => readAll(name)[0]
  const clickId = read('click')
  if (!clickId) return { quarantined: 'unknown-click' }
  const status = read('status')
  const report = status === undefined ? network.silence : network.statuses.get(status.toLowerCase())
  if (!report) return { quarantined: 'unknown-status' }
  if ((read('currency') ?? 'INR').toUpperCase() !== 'INR') return { quarantined: 'other-currency' }

  const [externalId, ...otherIds] = idsOf(network, clickId, readAll)
  if (externalId.length > MOST_ID) return { quarantined: 'unusable-id' }

  const saleText = read('sale')
  const sale = readAmount(network, saleText)
  const ends = report === 'rejected' || report === 'reversed'
  if (!ends && saleText !== undefined && sale === null) return { quarantined: 'unusable-amount' }
  return { clickId, externalId, otherIds, report, sale, networkPayout: readAmount(network, read('payout')) }
}

function idsOf(network: Network, clickId: string, readAll: ReadAll): [...string[], string] {
  const [goal = ''] = readAll('goal')
  return [...namedIds(network, readAll('external'), goal), clickedId(clickId, goal)]
}

export const namedIds = ({ idNeedsGoal }: Network, ids: string[], goal: string): string[] =>
  // Goal 0 is the default goal of the visit.
  ids.map((id) => (idNeedsGoal && goal && goal !== '0' ? `${id}:${goal}` : id))

export const clickedId = (clickId: string, goal: string) => `click:${clickId}:${goal}`

const readAmount = ({ amounts }: Network, text: string | undefined): Paise | null =>
  text === undefined ? null : parseAmount(text, amounts)
