/** The figures of a period, a store or a network; docs/operator.md defines each for the operator. */

/** Amounts in paise. */
export interface Figures {
  clicks: bigint
  /** Clicks with at least one sale that is pending or approved, whenever it was reported. */
  converted: bigint
  /** Sales first reported in the period that are pending or approved now. */
  sales: bigint
  /** Sales first reported in the period that are rejected or reversed now. */
  rejected: bigint
  /** The order amounts of `sales`. */
  saleValue: bigint
  /** The net movement of the account of this name in the period, as are the next two. */
  commission: bigint
  cashback: bigint
  referral: bigint
  /** The net movement of every other expense account, less that of every other income account. */
  otherCosts: bigint
}

/** Amounts of members as a whole, in paise: a wallet does not belong to a store or a network. */
export interface MemberFigures {
  paid: bigint
  returned: bigint
  /** Wallets and withdrawals on their way, at the end of the period. */
  liability: bigint
  /** Debts of members, at the end of the period. */
  debts: bigint
}

export const NO_FIGURES: Figures = {
  clicks: 0n,
  converted: 0n,
  sales: 0n,
  rejected: 0n,
  saleValue: 0n,
  commission: 0n,
  cashback: 0n,
  referral: 0n,
  otherCosts: 0n,
}

export const NO_MEMBERS: MemberFigures = { paid: 0n, returned: 0n, liability: 0n, debts: 0n }

/** Adds what is given to the total, in place. */
export function addFigures(total: Figures, part: Partial<Figures>): void {
  for (const name of Object.keys(part) as (keyof Figures)[]) total[name] += part[name]!
}

export const marginOf = ({ commission, cashback, referral }: Figures): bigint =>
  commission - cashback - referral

/** Profit or loss: income less expenses. */
export const resultOf = (figures: Figures): bigint => marginOf(figures) - figures.otherCosts
