// The model of claims (docs/rules.md#55): what may be opened, decided and credited. It imports nothing of the application.
import { copyBooks, type Books, type Conversion, type Report } from './books'
import { NETWORK, unreportedKey, type Claim } from './claimed-sales'
import { apply, isUnsettled, receive } from './inbox'

const MOST_OPEN = 5

const findOwnerOf = (books: Books, order: string, owner: string) => {
  const sales = [...books.conversions.values()].filter((sale) => sale.order === order)
  return sales.find((sale) => sale.owner === owner) ?? sales[0]
}

/** 'nothing': not for this model. */
export function open(books: Books, click: string, kind: Claim['kind']): string {
  const { owner = null, network } = books.clicks.get(click) ?? {}
  if (owner === null || network !== NETWORK) return 'nothing'
  if (books.claims.has(click)) return 'exists'
  const sales = [...books.conversions.values()].filter((sale) => sale.click === click)
  const hasAppealed =
    sales.length > 0 && sales.every(({ state }) => state === 'rejected' || state === 'reversed')
  if (kind === 'wrong-amount' && !sales.length) return 'no-sale'
  const order = kind === 'missing' ? click : null
  const refusal = order !== null && refuseOrder(books, { click, order, owner })
  if (refusal) return refusal
  const isOpen = ({ state }: Claim) => state === 'received' || state === 'sent'
  const mine = [...books.claims.values()].filter((claim) => claim.owner === owner && isOpen(claim))
  if (mine.length >= MOST_OPEN) return 'too-many-open'
  books.claims.set(click, { owner, kind, order, state: 'received', hasAppealed })
  return 'done'
}

function refuseOrder(
  books: Books,
  { click, order, owner }: { click: string; order: string; owner: string },
): string | null {
  const claimed = [...books.claims.values()].find((claim) => claim.order === order)
  if (claimed?.owner === owner) return 'exists'
  const sale = findOwnerOf(books, order, owner)
  // A signal of fraud would stop withdrawals, which this model does not know.
  if (claimed || (sale && sale.owner !== null && sale.owner !== owner)) return 'nothing'
  if (!sale) return null
  if (sale.owner === null) return 'order-taken'
  const isOfVisit = [...books.conversions.values()].some((one) => one.click === click && one.order === order)
  return isOfVisit ? null : 'order-reported'
}

const FROM = {
  sent: ['received'],
  answered: ['received', 'sent', 'answered'],
  declined: ['received', 'sent', 'answered'],
  credited: ['received', 'sent', 'answered'],
}

export function decide(books: Books, click: string, to: 'sent' | 'answered' | 'declined'): string {
  const claim = books.claims.get(click)
  if (!claim) return 'not-found'
  if (!FROM[to].includes(claim.state)) return `other-state: ${claim.state}`
  claim.state = to
  return 'done'
}

export function appeal(books: Books, click: string): string {
  const claim = books.claims.get(click)
  if (!claim) return 'not-found'
  if (claim.state !== 'declined' || claim.hasAppealed) return 'no-appeal'
  const mine = [...books.claims.values()].filter(
    ({ owner, state }) => owner === claim.owner && (state === 'received' || state === 'sent'),
  )
  if (mine.length >= MOST_OPEN) return 'too-many-open'
  Object.assign(claim, { state: 'received', hasAppealed: true })
  return 'done'
}

const isEnded = ({ state }: Conversion) => state === 'rejected' || state === 'reversed'

/** The sale whose amount is said to be wrong. Null: any order of the visit. */
export function findWrongSale(books: Books, click: string): string | null {
  if (books.claims.get(click)?.kind !== 'wrong-amount') return null
  const mine = [...books.conversions].filter(([, sale]) => sale.click === click)
  return mine.map(([key]) => key.slice(NETWORK.length + 1)).sort()[0] ?? null
}

/** `isAnother`: the operator says that it is none of the sales that were reported. */
export function credit(books: Books, click: string, amount: bigint, isAnother: boolean): string {
  const claim = books.claims.get(click)
  if (!claim) return 'not-found'
  if (!FROM.credited.includes(claim.state)) return `other-state: ${claim.state}`
  if (books.inbox.some((one) => one.report.click === click && isUnsettled(one))) return 'report-waits'
  const wrong = findWrongSale(books, click)
  const sale = wrong ?? unreportedKey(click).slice(NETWORK.length + 1)
  const known = wrong === null ? null : books.conversions.get(`${NETWORK} ${wrong}`)!
  if (known && isEnded(known)) return `sale-ended: ${known.state}`
  const order = known?.order ?? claim.order
  const ofOrder = (one: { order: string | null }) => order !== null && one.order === order
  if (!known && [...books.conversions.values()].some(ofOrder)) return 'order-reported'

  if (!known && !isAnother) {
    const open = [...books.conversions.values()].filter((one) => !isEnded(one))
    if (open.some((one) => one.click === click)) return 'sale-of-visit'
    if (open.some((one) => one.owner === claim.owner && one.amount === amount)) return 'like-sale'
  }
  const after = copyBooks(books)
  const report: Report = {
    network: NETWORK,
    sale,
    click,
    kind: 'approved',
    amount,
    isCredit: true,
    isAnother,
  }
  const place = receive(after, order === null ? report : { ...report, order })
  const verdict = apply(after, place)
  if (verdict !== 'applied') return `not-applied: ${verdict.split('quarantined: ')[1] ?? null}`
  const isElsewhere =
    [...after.conversions.values()].some((one) => ofOrder(one) && one.click !== click) ||
    [...after.claims].some(([of, one]) => ofOrder(one) && of !== click)
  if (isElsewhere) return 'order-reported'
  const credited = [...after.conversions.values()].find(({ shows }) => shows === place)!
  if (credited.cashback <= (known?.cashback ?? 0n)) return 'no-more'
  credited.credit = { order, awaits: true }
  Object.assign(after.claims.get(click)!, { state: 'credited', order })
  Object.assign(books, after)
  return 'done'
}
