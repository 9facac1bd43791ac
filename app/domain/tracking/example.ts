import { formatRupees, paise, zero, type Paise } from '~/platform/formats/money'
import { computeCashback, needsSale, type ClickRate } from './promise'

const PRICE = paise(2_499_00n)

/** The sign stays beside its figure at the end of a line. */
const write = (amount: Paise) => formatRupees(amount).replace(' ', '\u00a0')

export const EXAMPLE_PRICE = write(PRICE).replace(/\.00$/, '')

/** What an order of that price brings, by the rule that credits it. Null: the sum does not depend on the price, or is zero. */
export function formatExample(rate: ClickRate): string | null {
  const cashback = needsSale(rate) ? computeCashback(rate, PRICE) : zero
  return cashback > zero ? write(cashback) : null
}
