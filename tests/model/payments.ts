// The model of network payments and write-offs (docs/rules.md#40). It imports nothing of the application.
import type { Books } from './books'

export interface Settled {
  sale: string
  amount: bigint
  kind: 'payment' | 'write-off'
}

/** A network adds 18 % GST to the commission and deducts 2 % TDS. */
export const gstOn = (commission: bigint): bigint => (commission * 18n) / 100n
export const computeTds = (commission: bigint): bigint => (commission * 2n) / 100n

/** Open commission; negative: the network may take it back. */
export function computeOpen(books: Books, sale: string): bigint {
  const { state, commission } = books.conversions.get(sale)!
  const settled = [...books.settled.values()].filter((one) => one.sale === sale)
  return settled.reduce((open, { amount }) => open - amount, state === 'approved' ? (commission ?? 0n) : 0n)
}

export function pay(books: Books, reference: string, sale: string, amount: bigint): string {
  if (amount <= 0n) return 'nothing-settled'
  const earlier = books.settled.get(reference)
  if (earlier) return earlier.sale === sale && earlier.amount === amount ? 'repeat' : 'reference-used'
  if (amount > computeOpen(books, sale)) return 'lines'
  books.settled.set(reference, { sale, amount, kind: 'payment' })
  return 'done'
}

/** Writes off the open commission of a sale. */
export function writeOff(books: Books, sale: string): string {
  const open = computeOpen(books, sale)
  if (open === 0n) return 'nothing-open'
  books.settled.set(`write-off ${books.settled.size}`, { sale, amount: open, kind: 'write-off' })
  return 'done'
}

export function sumMoved(books: Books): Record<string, bigint> {
  const moved = { bank: 0n, network_receivable: 0n, gst_payable: 0n, tds_receivable: 0n, write_offs: 0n }
  for (const { kind, amount } of books.settled.values()) {
    moved.network_receivable -= amount
    if (kind === 'write-off') {
      moved.write_offs += amount
      continue
    }
    moved.bank += amount + gstOn(amount) - computeTds(amount)
    moved.gst_payable -= gstOn(amount)
    moved.tds_receivable += computeTds(amount)
  }
  return moved
}
