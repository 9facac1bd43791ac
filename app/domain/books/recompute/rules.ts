/**
 * What a sale is worth by docs/rules.md#1, #30 and #56, written a second time and in another way than the application credits it:
 * by all of its reports at once, in the order of receipt. Nothing of the ledger, and nothing that decides about reports, is used.
 */

type Status = 'pending' | 'approved' | 'rejected' | 'reversed'

/** A stored report that counted for the sale. Times in microseconds. */
export interface RecomputedReport {
  id: bigint
  status: Status
  sale: bigint | null
  appliedAt: bigint
  /** When an operator accepted it; null: nobody had to. */
  acceptedAt: bigint | null
  /** How much the operator's credit raised the cashback; null: none is recorded. */
  credited: bigint | null
}

/** As the click stored it. Without `percent` and `flat` nothing was promised. */
export interface RecomputedPromise {
  /** Hundredths of a percent. */
  percent: bigint | null
  flat: bigint | null
  cap: bigint | null
}

interface Worth {
  state: Status | 'none'
  sale: bigint | null
  /** The cashback in paise, of which an accepted report allows several amounts; null: an operator set it, and only the sale says it. */
  amounts: bigint[] | null
}

const isOver = (state: Worth['state']) => state === 'rejected' || state === 'reversed'

/** `reports` in the order of receipt. */
export function computeWorth(promised: RecomputedPromise, reports: readonly RecomputedReport[]): Worth {
  let now: Worth & { isAccepted: boolean } = { state: 'none', sale: null, amounts: [0n], isAccepted: false }
  for (const report of reports) {
    const { status, sale } = report
    if (isOver(status)) {
      if (!isOver(now.state))
        now = { ...now, state: now.state === 'approved' ? 'reversed' : 'rejected', amounts: [0n] }
      continue
    }
    const isAccepted = report.acceptedAt !== null
    if (isOver(now.state) && !(isAccepted && !hasLaterEnd(report, reports))) continue
    if (now.state === 'approved' && status === 'pending') continue
    const keepsAccepted = now.isAccepted && now.state === status && now.sale === sale
    if (!isAccepted && keepsAccepted) continue
    const amounts = isAccepted
      ? listAcceptable(promised, report, now)
      : [least(computeUncapped(promised, sale), promised.cap)]
    now = { state: status, sale, amounts, isAccepted }
  }
  return { state: now.state, sale: now.sale, amounts: now.amounts }
}

/** An end that was received before the accepted report and applied after it: the end counts. */
const hasLaterEnd = ({ id, acceptedAt }: RecomputedReport, reports: readonly RecomputedReport[]) =>
  reports.some((one) => isOver(one.status) && one.id < id && one.appliedAt > acceptedAt!)

function listAcceptable(
  promised: RecomputedPromise,
  { sale, credited }: RecomputedReport,
  before: Worth,
): bigint[] | null {
  if (credited === null) return null
  const full = computeUncapped(promised, sale)
  if (before.amounts === null) return null
  return [full, least(full, promised.cap), credited, ...before.amounts.map((amount) => amount + credited)]
}

function computeUncapped({ percent, flat }: RecomputedPromise, sale: bigint | null): bigint {
  if (flat !== null) return flat
  return percent === null || sale === null ? 0n : (sale * percent) / 10_000n
}

const least = (amount: bigint, most: bigint | null) => (most !== null && most < amount ? most : amount)

/** The referrer's share of a sale's cashback; `rate` in hundredths of a percent. */
export const computeShare = (cashback: bigint, rate: bigint): bigint => (cashback * rate) / 10_000n
