// The model of what claims do to sales (docs/rules.md#56): which sale a report is about once a claim was credited. It imports
// nothing of the application.
import type { Books, Report } from './books'

export interface Claim {
  owner: string
  kind: 'missing' | 'wrong-amount'
  /** The click whose order it is about; null: it names none. */
  order: string | null
  state: 'received' | 'sent' | 'answered' | 'credited' | 'declined'
  hasAppealed: boolean
}

/** Claims are about clicks of this network, whose reports name a conversion and an order. */
export const NETWORK = 'trackier'

/** The key of a sale that no network has reported. */
export const unreportedKey = (click: string) => `${NETWORK} claim of ${click}`

const isUnreported = (key: string) => key.startsWith(unreportedKey(''))

interface Identity {
  /** Of the known sale, or of the new one. */
  key: string
  unclear?: 'item-or-correction' | 'after-claim'
}

export function identify(books: Books, report: Report): Identity {
  const { network, sale, click, order, kind } = report
  const own = `${network} ${sale}`
  if (report.isCredit) return identifyCredit(books, report)
  if (books.conversions.has(own)) return { key: own }
  const all = [...books.conversions]
  const awaiting = all.find(([, one]) => one.credit?.awaits && one.click === click)
  if (order !== undefined && awaiting?.[1].credit!.order === order) return { key: awaiting[0] }
  const ofOther = all.find(
    ([, one]) => one.credit && order !== undefined && one.order === order && one.click !== click,
  )
  const gives = kind === 'pending' || kind === 'approved'
  if (ofOther) return gives ? { key: own, unclear: 'item-or-correction' } : { key: ofOther[0] }
  return awaiting ? { key: own, unclear: 'after-claim' } : { key: own }
}

/** A sale of the visit without an order number may be the claimed one: it is, if the amount is the same. */
function identifyCredit(books: Books, { network, sale, click, amount, isAnother }: Report): Identity {
  const own = `${network} ${sale}`
  if (isAnother || !isUnreported(own)) return { key: own }
  const [first, ...more] = [...books.conversions].filter(
    ([, one]) => one.click === click && one.order === null,
  )
  if (!first) return { key: own }
  const isSame = more.length === 0 && first[1].amount === amount
  return isSame ? { key: first[0] } : { key: own, unclear: 'item-or-correction' }
}

/** The first report after a credit is set against it, and names the sale. */
export function endCredit(books: Books, report: Report, key: string): void {
  const sale = books.conversions.get(key)!
  if (report.isCredit) return
  sale.order ??= report.order ?? null
  if (sale.credit) sale.credit = { ...sale.credit, awaits: false }
  if (!isUnreported(key)) return
  books.conversions.delete(key)
  books.conversions.set(`${report.network} ${report.sale}`, sale)
}
