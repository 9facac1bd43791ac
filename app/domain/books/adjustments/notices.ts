import { formatRupees } from '~/platform/formats/money'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import type { Wallet } from '~/domain/wallet/ledger.server'
import type { Adjustment, AdjustmentKind } from '../adjustments'

/** `owed` is the change of the debt without its sign. */
const WORDS: Record<
  AdjustmentKind,
  { title: string; body: (amount: string, owed: string | null) => string }
> = {
  credit: {
    title: 'Balance corrected',
    body: (amount, owed) => `We added ${amount} to your wallet${repaid(owed)}.`,
  },
  debit: {
    title: 'Balance corrected',
    body: (amount, owed) =>
      `We took back ${amount}.${owed === null ? '' : ` You owe us ${owed} of it: your next cashback repays it.`}`,
  },
  goodwill: {
    title: 'A gift for you',
    body: (amount, owed) => `We added ${amount} to your wallet as a gift${repaid(owed)}.`,
  },
  'write-off': {
    title: 'Amount owed written off',
    body: (amount) => `You owe us ${amount} less.`,
  },
}

const repaid = (owed: string | null) => (owed === null ? '' : `; ${owed} of it repaid what you owed us`)

export function makeAdjustmentNotice(
  { id, user_id, kind, amount_paise, reason }: Adjustment,
  before: Pick<Wallet, 'debt'>,
  after: Pick<Wallet, 'debt'>,
): NewNotification {
  const change = after.debt - before.debt
  const owed = change === 0n ? null : formatRupees(change < 0n ? -change : change)
  const { title, body } = WORDS[kind]
  return {
    userId: user_id,
    topic: 'money',
    reference: `adjustment:${id}`,
    title,
    body: `${body(formatRupees(amount_paise), owed)} Reason: ${reason.replace(/\.$/, '')}.`,
    href: paths.history,
  }
}
