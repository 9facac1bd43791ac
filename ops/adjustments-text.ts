import { formatTime } from '~/formats/dates'
import { formatPlain, formatRupees } from '~/formats/money'
import type { addAdjustment } from '~/wallet/adjustments/adjust.server'
import type { Impossible, NewAdjustment } from '~/wallet/adjustments/adjustment-rules.server'
import type { approveAdjustment, refuseAdjustment } from '~/wallet/adjustments/decide.server'
import type { AdjustableBalances } from '~/wallet/adjustments/effect'
import type { previewAdjustment } from '~/wallet/adjustments/read.server'
import { unfitDaysText } from './closed-days'
import { osUser } from './operator-log'
import { table } from './safe-text'
import { print } from './terminal'

type Facts = Pick<NewAdjustment, 'kind'> & { amount: bigint }

export const describeAdjustment = ({ kind, amount }: Facts): string => `${kind} of ${formatRupees(amount)}`

type Refusal =
  | Impossible
  | Exclude<
      Awaited<ReturnType<typeof addAdjustment | typeof approveAdjustment | typeof refuseAdjustment>>,
      { ok: true }
    >

export function adjustmentRefusal(
  refusal: Refusal,
  { userId, saleId }: Pick<NewAdjustment, 'userId' | 'saleId'>,
): string {
  switch (refusal.reason) {
    case 'deleted':
      return `Member ${userId} has deleted the account: only a debt can be written off.`
    case 'over-debt':
      return refusal.debt > 0n
        ? `Member ${userId} owes us ${formatRupees(refusal.debt)}: no more can be written off.`
        : `Member ${userId} owes us nothing.`
    case 'closed-day':
    case 'open-month':
      return unfitDaysText(refusal)
    case 'no-sale':
      return `There is no sale ${saleId}. \`conversions list\` shows them.`
    case 'other-sale':
      return `Sale ${saleId} is neither member ${userId}'s nor that of a friend whom the member referred.`
    case 'same':
      return `Adjustment ${refusal.adjustment.id} is the same, ${refusal.adjustment.state} since ${formatTime(refusal.adjustment.created_at)}. If another one is meant, give it a --key.`
    case 'key-used':
      return `Adjustment ${refusal.adjustment.id} has this key and other facts.`
    case 'decided':
      return `Adjustment ${refusal.adjustment.id} is ${refusal.adjustment.state} already, by ${refusal.adjustment.decided_by!}.`
    case 'own':
      return `Adjustment ${refusal.adjustment.id} was asked for by ${refusal.adjustment.asked_by}: another account has to decide.`
    default:
      return 'There is no such adjustment.'
  }
}

type Previewed = Extract<Awaited<ReturnType<typeof previewAdjustment>>, { ok: true }>

const BALANCES: readonly [keyof AdjustableBalances, string][] = [
  ['available', 'available'],
  ['onItsWay', 'on its way'],
  ['debt', 'owed to us'],
]

export function printPreview({ effect: { before, after, calledOff }, needsApproval }: Previewed): void {
  print(
    table(BALANCES, [
      { head: 'BALANCE', cell: ([, words]) => words },
      { head: 'NOW', cell: ([name]) => formatRupees(before[name]), right: true },
      { head: 'AFTER', cell: ([name]) => formatRupees(after[name]), right: true },
    ]),
  )
  for (const { id, amount } of calledOff)
    print`Withdrawal ${id} of ${formatRupees(amount)} would be called off.`
  if (needsApproval) print`It would wait until another account than ${osUser()} approves it.`
}

const plainBalances = ({ available, onItsWay, debt }: AdjustableBalances) => ({
  available: formatPlain(available),
  on_its_way: formatPlain(onItsWay),
  debt: formatPlain(debt),
})

export const previewToJson = ({ effect, needsApproval }: Previewed) => ({
  before: plainBalances(effect.before),
  after: plainBalances(effect.after),
  called_off: effect.calledOff.map(({ id, amount }) => ({ withdrawal: id, amount: formatPlain(amount) })),
  needs_approval: needsApproval,
})
