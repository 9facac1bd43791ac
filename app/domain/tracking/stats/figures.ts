/** Amounts in paise; docs/books.md defines each figure. */
export interface Figures {
  clicks: bigint
  converted: bigint
  sales: bigint
  rejected: bigint
  saleValue: bigint
  commission: bigint
  cashback: bigint
  referral: bigint
  otherCosts: bigint
}

/** Figures for all members together, because a wallet belongs to no store or network. */
export interface MemberFigures {
  paid: bigint
  returned: bigint
  liability: bigint
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

export function addFigures(total: Figures, part: Partial<Figures>): void {
  for (const name of Object.keys(part) as (keyof Figures)[]) total[name] += part[name]!
}

export const computeContribution = ({ commission, cashback, referral }: Figures): bigint =>
  commission - cashback - referral

export const computeResult = (figures: Figures): bigint => computeContribution(figures) - figures.otherCosts
