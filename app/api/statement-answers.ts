import { dayInIndia } from '~/platform/formats/dates'
import { transactionId } from '~/domain/wallet/history'
import type { StatementPart } from '~/domain/wallet/statements.server'
import { toRupees } from './answers.server'
import { describePart, type Slice } from './slice'

export function toStatement(part: StatementPart, slice: Slice) {
  const { from, to, opening, closing, kinds, items, total } = part
  return {
    success: true as const,
    from: dayInIndia(from).date,
    to: dayInIndia(to).date,
    opening_balance: toRupees(opening),
    closing_balance: toRupees(closing),
    sums: kinds.map(({ words, amount }) => ({ description: words, amount: toRupees(amount) })),
    data: items.map(({ number, created_at, amount, description, store, balance }) => ({
      transaction_id: transactionId(number),
      created_at: created_at.toISOString(),
      amount: toRupees(amount),
      description,
      store,
      balance: toRupees(balance),
    })),
    ...describePart(slice, { total }, items.length),
  }
}
