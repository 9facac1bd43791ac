import { z } from 'zod/v4'
import { db } from '~/db/client.server'
import { readSettings } from '~/settings/settings.server'
import { findWithdrawal } from '~/wallet/withdrawals/list-withdrawals.server'
import { formatRupees } from '~/formats/money'
import { providerForNew } from '~/wallet/payout/providers.server'
import { listBatchesOfWithdrawal } from '~/wallet/payout/list-batches.server'
import { sendNow } from '~/wallet/payout/send-due.server'
import { correctUtr } from '~/wallet/withdrawals/correct-utr.server'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  refuseWithdrawal,
  returnWithdrawal,
} from '~/wallet/withdrawals/payouts.server'
import { isUtr } from '~/wallet/withdrawals/utr.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { describeRow, describeTable } from '../columns'
import { forEachRow, listRefusals } from '../each-row.server'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { operation, type Change, type Context, type Next } from '../operation'
import { refuseAll, Refused } from '../refusal'
import { describeAmount, describeDestination, describeMove, WITHDRAWAL_COLUMNS } from './columns'
import { describeWithdrawal } from './look'
import { requireMoved, requireWithdrawal } from './refusals'

const id = field.id('its number in the list', { place: 'argument' })
const evenSo = (description: string) => field.yes(description)
const utr = field.field(
  'text',
  'the reference that the bank gave the payment',
  'It must have between 4 and 40 letters and digits, such as N324117800.',
  (typed) => (isUtr(typed.trim()) ? typed.trim() : undefined),
  { placeholder: 'utr' },
)

export const despite = {
  despiteDebt: field
    .text('override a member’s debt; the reason is kept with the withdrawal', { placeholder: 'reason' })
    .optional(),
  despiteSignal: field
    .text('override an open signal of fraud; the reason is kept with the withdrawal', {
      placeholder: 'reason',
    })
    .optional(),
}

const describeMoved = (
  effect: string,
  before: Withdrawal,
  after: Withdrawal,
  { uncovers }: Context,
  next: Next[] = [],
): Change => ({
  effect,
  facts: [...describeRow(WITHDRAWAL_COLUMNS, after), ...describeDestination(after, { uncovers })],
  changed: describeMove(before, after),
  next,
})

export const approve = operation({
  name: 'withdrawals approve',
  title: 'Approve withdrawals',
  summary: 'approve withdrawals; members can no longer cancel them',
  role: 'finance',
  kind: 'job',
  confirm: 'money',
  mayQueue: true,
  uncovers: 'the accounts that they go to',
  needsSecondPerson: ({ ids }) => hasLargePayment(ids),
  input: z.object({
    ids: field.several(field.id('their numbers in the list', { place: 'argument' })),
    ...despite,
  }),
  async run({ ids, ...reasons }, context) {
    const provider = providerForNew()
    const outcomes = await forEachRow([...new Set(ids)], context, nameWithdrawal, async (id, tx) => {
      const withdrawal = requireMoved(await approveWithdrawal(id, reasons, tx), id, 'approved')
      await requireNoGain(context, withdrawal.user_id, tx)
      return withdrawal
    })
    const approved = outcomes.flatMap(({ done }) => done ?? [])
    if (!approved.length) throw refuseAll(listRefusals(outcomes))
    const sum = formatRupees(approved.reduce((total, { amount_paise }) => total + amount_paise, 0n))
    const [first] = approved
    return {
      effect: `Approves ${approved.length === 1 ? nameWithdrawal(first!.id) : `${approved.length} withdrawals`}, ${sum}${provider ? `, and sends it by ${provider}` : ''}`,
      problems: listRefusals(outcomes),
      tables: [
        describeTable({ name: 'withdrawals', columns: WITHDRAWAL_COLUMNS, rows: approved }),
        ...(context.uncovers ? approved.map((each) => describeAccount(each)) : []),
      ],
      next: provider
        ? []
        : approved.length > 1
          ? [{ operation: 'withdrawals export', input: {} }]
          : listPayments(first!),
    }
  },
})

/** A payment above FOUR_EYES_ABOVE. */
export async function hasLargePayment(ids: readonly number[]): Promise<boolean> {
  const { FOUR_EYES_ABOVE: limit } = await readSettings(db)
  if (limit === null) return false
  const found = await Promise.all(ids.map((id) => findWithdrawal(id)))
  return found.some((withdrawal) => withdrawal !== null && withdrawal.amount_paise > limit)
}

const nameWithdrawal = (id: number) => `withdrawal ${id}`

const listPayments = ({ id }: Withdrawal): Next[] => [
  { operation: 'withdrawals export', input: {} },
  { operation: 'withdrawals paid', input: { id } },
]

const describeAccount = (withdrawal: Withdrawal) =>
  describeTable({
    name: `destination_${withdrawal.id}`,
    title: `Pay ${formatRupees(withdrawal.amount_paise)} of withdrawal ${withdrawal.id} to`,
    columns: [
      {
        name: 'what',
        kind: 'text',
        value: ({ title, name }: { title?: string | undefined; name: string }) => title ?? name,
      },
      { name: 'value', kind: 'account', value: ({ value }: { value?: unknown }) => String(value) },
    ],
    rows: describeDestination(withdrawal, { uncovers: true }),
  })

export const refuse = operation({
  name: 'withdrawals refuse',
  title: 'Refuse a withdrawal',
  summary: 'give back what is only requested; the member is told the reason',
  role: 'finance',
  kind: 'change',
  confirm: 'money',
  input: z.object({ id, reason: field.text('reason, shown to the member') }),
  async run({ id, reason }, context, tx) {
    const before = await requireWithdrawal(id)
    const after = requireMoved(await refuseWithdrawal(id, reason.replace(/\.$/, ''), tx), id, 'refused')
    return describeMoved(
      `Refuses withdrawal ${id}: returns ${describeAmount(before)} to the wallet`,
      before,
      after,
      context,
    )
  },
})

export const ask = operation({
  name: 'withdrawals ask',
  title: 'Ask the provider',
  summary: 'query a payout’s status at the provider now',
  role: 'finance',
  kind: 'job',
  confirm: 'none',
  input: z.object({ id }),
  async run({ id }, context) {
    await requireWithdrawal(id)
    if (context.apply && !(await sendNow(id)))
      throw new Refused(`Withdrawal ${id} is with no provider, or the worker is asking just now.`)
    return { ...(await describeWithdrawal(id, context)), effect: `Asks the provider about withdrawal ${id}` }
  },
})

export const paid = operation({
  name: 'withdrawals paid',
  title: 'Note a payment',
  summary: 'note that the bank has paid it',
  role: 'finance',
  kind: 'change',
  confirm: 'money',
  input: z.object({
    id,
    utr,
    batch: field.id('the bank’s file that it is in', { placeholder: 'number' }).optional(),
    evenSo: evenSo('confirm a payout that is at a provider and was checked there'),
  }),
  async run({ id, utr, batch, evenSo }, context, tx) {
    const before = await requireWithdrawal(id)
    const after = requireMoved(
      await payWithdrawal(id, utr, { evenSo, batch: batch ?? null }, tx),
      id,
      'marked as paid',
    )
    return describeMoved(`Notes ${describeAmount(before)} as paid, UTR ${utr}`, before, after, context)
  },
})

export const correct = operation({
  name: 'withdrawals correct-utr',
  title: 'Correct a UTR',
  summary: 'correct a mistyped UTR; the member is notified',
  role: 'finance',
  kind: 'change',
  confirm: 'ask',
  input: z.object({ id, utr, reason: field.text('reason, shown in `withdrawals show`') }),
  async run({ id, utr, reason }, context, tx) {
    const before = await requireWithdrawal(id)
    const after = requireMoved(await correctUtr(id, utr, reason, tx), id, 'given another UTR')
    const was = before.utr === null ? '' : ` instead of ${before.utr}`
    return describeMoved(
      `Gives withdrawal ${id} the UTR ${utr}${was}; member ${after.user_id} is told`,
      before,
      after,
      context,
    )
  },
})

export const fail = operation({
  name: 'withdrawals fail',
  title: 'Return a failed withdrawal',
  summary: 'give the money back to the wallet; the member is told the reason',
  role: 'finance',
  kind: 'change',
  confirm: 'money',
  input: z.object({
    id,
    reason: field.text('reason, shown to the member'),
    evenSo: evenSo('override: it is at the bank or a provider, and you have checked there'),
  }),
  async run({ id, reason, evenSo }, context, tx) {
    const before = await requireWithdrawal(id)
    if (!evenSo) await requireNotAtBank(before)
    const after = requireMoved(await failWithdrawal(id, reason, { evenSo }, tx), id, 'failed')
    return describeMoved(
      `Returns ${describeAmount(before)} to the wallet: withdrawal ${id} failed`,
      before,
      after,
      context,
    )
  },
})

/** The bank may still pay what is in one of its files. */
async function requireNotAtBank({ id, status }: Withdrawal): Promise<void> {
  const batch = (await listBatchesOfWithdrawal(id)).find(({ left_at }) => left_at === null)
  if (batch && status === 'processing')
    throw new Refused(
      `Withdrawal ${id} is in batch ${batch.id} for the bank, which may still pay it: ask the bank first. --even-so overrides this.`,
    )
}

export const returned = operation({
  name: 'withdrawals returned',
  title: 'Note a returned payment',
  summary: 'note that the bank sent back what was paid; the member is told the reason',
  role: 'finance',
  kind: 'change',
  confirm: 'money',
  input: z.object({ id, reason: field.text('reason, shown to the member') }),
  async run({ id, reason }, context, tx) {
    const before = await requireWithdrawal(id)
    const after = requireMoved(await returnWithdrawal(id, reason, tx), id, 'returned')
    return describeMoved(
      `Returns ${describeAmount(before)} to the wallet: the bank sent withdrawal ${id} back`,
      before,
      after,
      context,
    )
  },
})
