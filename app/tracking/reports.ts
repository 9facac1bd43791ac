/** What a network says of a sale, in our words; what cannot be read is quarantined with its reason, never guessed. */
import { parseJsonTexts } from '~/json'
import { parseRupees, type Paise } from '~/money'
import type { Report } from './conversion-states'
import type { Names, Network } from './networks'

/** The limits above which a sale waits for the operator. */
export type Limit = 'over-sale-limit' | 'over-day-limit' | 'over-loss-limit'

export type QuarantineReason =
  | 'unknown-click'
  | 'unknown-status'
  | 'other-currency'
  | 'unusable-amount'
  | 'unusable-id'
  /** From older versions only: a sale above the cap is now credited up to the cap. */
  | 'over-cap'
  | Limit
  | 'after-rejection'
  | 'other-click'
  | 'unknown-network'
  | 'failed'

export interface ReportedSale {
  clickId: string
  /** The network's id of the sale, or one made of click and goal where it gives none. */
  externalId: string
  /** Further names of the same sale: one that was first reported by one of these keeps it. */
  otherIds: string[]
  report: Report
  /** Null: the network named no amount. */
  sale: Paise | null
  /** What the network pays us; never what is credited. */
  networkPayout: Paise | null
}

export type Read = ReportedSale | { quarantined: QuarantineReason }

/** Longer than any network's id of a sale; an index refuses far longer ones. */
export const MOST_ID = 200

/** Reads the parameters of a postback. Amounts of a rejection are not looked at: it takes what was given. */
export function readReport(network: Network, raw: Record<string, string>): Read {
  const letter = network.envelope && raw[network.envelope]
  const all = letter ? { ...raw, ...openEnvelope(letter) } : raw
  return readSale(network, (name) => filled(network.postback[name], (key) => all[key]))
}

/** Reads one row of a network's CSV report, by the names of its columns. */
export function readReportRow(network: Network, row: Record<string, string>): Read {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  return readSale(network, (name) => filled(network.columns[name], (key) => cells.get(plain(key))))
}

/** The click and the id that a row of a report names, also where the rest of it cannot be read; '' where it names none. */
export function namesOfRow(
  network: Network,
  row: Record<string, string>,
): { clickId: string; externalId: string } {
  const cells = new Map(Object.entries(row).map(([column, cell]) => [plain(column), cell]))
  const [clickId = ''] = filled(network.columns.click, (key) => cells.get(plain(key)))
  const [externalId = ''] = filled(network.columns.external, (key) => cells.get(plain(key)))
  return { clickId, externalId }
}

/** Which of the columns that a report cannot be read without are not there. */
export function missingColumns(network: Network, header: string[]): ('click' | 'status' | 'external')[] {
  const there = new Set(header.map(plain))
  return (['click', 'status', 'external'] as const).filter(
    (name) => !network.columns[name].some((column) => there.has(plain(column))),
  )
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const filled = (names: string[], find: (name: string) => string | undefined) =>
  names.flatMap((name) => find(name)?.trim() || [])

/** The texts of the envelope; none where it is not JSON. */
function openEnvelope(letter: string): Record<string, string> {
  try {
    const content = parseJsonTexts(letter)
    return Object.fromEntries(Object.entries(content ?? {}).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** What is filled under the names of one of our fields. */
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
  const sale = readAmount(saleText)
  const ends = report === 'rejected' || report === 'reversed'
  if (!ends && saleText !== undefined && sale === null) return { quarantined: 'unusable-amount' }
  return { clickId, externalId, otherIds, report, sale, networkPayout: readAmount(read('payout')) }
}

/** The ids of a sale, the best first; the last is made of the click and its goal, for where the network gives none. */
function idsOf(network: Network, clickId: string, readAll: ReadAll): [...string[], string] {
  const [goal = ''] = readAll('goal')
  return [...namedIds(network, readAll('external'), goal), clickedId(clickId, goal)]
}

/** The ids by which a network names a sale, as conversions keep them. */
export const namedIds = ({ idNeedsGoal }: Network, ids: string[], goal: string): string[] =>
  // Goal 0 is the visit's own.
  ids.map((id) => (idNeedsGoal && goal && goal !== '0' ? `${id}:${goal}` : id))

/** The id of a sale that its network gave none. */
export const clickedId = (clickId: string, goal: string) => `click:${clickId}:${goal}`

/** Some networks write more zeros than paise have digits: '100.0000'. Null: none, or none that can be read. */
const readAmount = (text: string | undefined) =>
  text === undefined ? null : parseRupees(text.replace(/(\.\d\d)0+$/, '$1'))
