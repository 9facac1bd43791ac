import { least, paise, zero, type Paise } from '~/platform/formats/money'

interface OpenAmount {
  id: number
  open: Paise
}

export interface Allocation {
  id: number
  amount: Paise
}

/** Never exceeds a sale's open amount. A negative amount is deducted as far as other sales cover it. */
export function divideAmongSales(
  settled: Paise,
  sales: readonly OpenAmount[],
): { items: Allocation[]; left: Paise } {
  const sum = (all: readonly OpenAmount[]) => all.reduce((total, { open }) => total + open, 0n)
  const owed = sales.filter(({ open }) => open > 0n)
  const owing = sales.filter(({ open }) => open < 0n)
  const room = sum(owed) - settled
  const deducted = least(-sum(owing), room > 0n ? room : 0n)
  const [back, forth] = [take(deducted, owing, -1n), take(settled + deducted, owed, 1n)]
  return {
    items: [...back.items, ...forth.items].sort((a, b) => a.id - b.id),
    left: paise(forth.left),
  }
}

function take(amount: bigint, sales: readonly OpenAmount[], sign: bigint) {
  let left = amount
  const items: Allocation[] = []
  for (const { id, open } of sales) {
    const part = least(left, open * sign)
    if (part === 0n) continue
    items.push({ id, amount: paise(part * sign) })
    left -= part
  }
  return { items, left }
}

/** The GST included in `total`, rounded to the paisa. `rate`: hundredths of a percent. */
export function computeGst(total: Paise, rate: bigint | null): Paise {
  if (!rate) return zero
  const whole = 10_000n + rate
  // oxlint-disable-next-line money/no-float -- the divisor is a bigint
  return paise((total * rate * 2n + whole) / (whole * 2n))
}
