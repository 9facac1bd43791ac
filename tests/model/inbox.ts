// The model of the inbox (docs/rules.md#30): a report is stored, and applied at once or later, always after
// the older reports of its sale that are still open. It imports nothing of the application.
import { judge, RANK, type Accept, type Books, type Received, type Report } from './books'

/** Returns the report's place: its index in order of receipt. */
export const receive = (books: Books, one: Report): number =>
  books.inbox.push({ report: one, verdict: null, resolved: false }) - 1

export const report = (books: Books, one: Report): string => apply(books, receive(books, one))

/** Applies open older reports of the sale first. Returns the new verdict, or the one that it already has. */
export function apply(books: Books, place: number): string {
  const { verdict } = books.inbox[place]!
  return verdict ?? applyInOrder(books, place)
}

function applyInOrder(books: Books, place: number, accept: Accept | null = null): string {
  for (const older of listOpenOlder(books, place)) applyOne(books, older, null)
  return applyOne(books, place, accept)
}

function applyOne(books: Books, place: number, accept: Accept | null): string {
  const verdict = judge(books, place, accept)
  books.inbox[place]!.verdict = verdict
  if (verdict === 'applied' || verdict === 'repeat') supersede(books, place)
  return verdict
}

const isQuarantined = ({ verdict, resolved }: Received) => !resolved && !!verdict?.startsWith('quarantined')
export const isUnsettled = (received: Received) => received.verdict === null || isQuarantined(received)

/** Open older reports that share a click or sale with it, directly or through others. */
function listOpenOlder({ inbox, blindFrom }: Books, place: number): number[] {
  const { network, click, sale } = inbox[place]!.report
  const [clicks, sales] = [new Set([click]), new Set([sale])]
  const isSeen = (at: number) => inbox[at]!.verdict !== null || blindFrom === null || at < blindFrom
  let found: number[] = []
  for (let known = -1; known < found.length;) {
    known = found.length
    found = [...inbox.keys()].slice(0, place).filter((at) => {
      const { report: older } = inbox[at]!
      const isNear = older.network === network && (clicks.has(older.click) || sales.has(older.sale))
      return isNear && isUnsettled(inbox[at]!) && isSeen(at)
    })
    for (const at of found) {
      clicks.add(inbox[at]!.report.click)
      sales.add(inbox[at]!.report.sale)
    }
  }
  return found.filter((at) => inbox[at]!.verdict === null)
}

/** A quarantined report is superseded once the sale shows a later report of at least the same rank. */
function supersede(books: Books, place: number): void {
  const by = books.inbox[place]!.report
  for (const older of books.inbox.slice(0, place)) {
    const { network, sale, click, kind } = older.report
    const isSame = network === by.network && sale === by.sale && click === by.click
    const mayBeOther = UNCLEAR.has(older.verdict ?? '')
    if (isSame && !mayBeOther && RANK[kind] <= RANK[by.kind] && isQuarantined(older))
      older.verdict = 'superseded'
  }
}

const UNCLEAR = new Set(['quarantined: item-or-correction', 'quarantined: after-claim'])

/** `dismiss` closes the report unapplied, `replay` applies it again. */
export type Resolution = Accept | 'dismiss' | 'replay'

/** Reasons for quarantine that the operator may override. */
const OVERRIDABLE = [
  'after-rejection',
  'over-sale-limit',
  'over-day-limit',
  'over-loss-limit',
  'commission-above-sale',
  'below-claim',
]

export function resolve(books: Books, place: number, how: Resolution): string {
  const received = books.inbox[place]!
  if (received.resolved) return 'settled: resolved'
  if (!isUnsettled(received)) return `settled: ${received.verdict}`
  if (how === 'replay') return applyInOrder(books, place)
  if (how === 'dismiss') {
    received.verdict ??= 'quarantined'
    received.resolved = true
    return 'done'
  }
  if (UNCLEAR.has(received.verdict ?? '')) return 'needs-answer'
  if (!OVERRIDABLE.some((reason) => received.verdict === `quarantined: ${reason}`)) return 'not-overridable'
  const verdict = applyInOrder(books, place, how)
  if (verdict === 'superseded') return verdict
  if (verdict.startsWith('quarantined')) return `still ${verdict}`
  received.resolved = true
  return verdict
}

export const listQuarantined = ({ inbox }: Books): number[] =>
  [...inbox.keys()].filter((at) => isQuarantined(inbox[at]!))

/** Stored and not applied. */
export const listOpen = ({ inbox }: Books): number[] =>
  [...inbox.keys()].filter((at) => inbox[at]!.verdict === null)
