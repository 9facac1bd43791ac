import { inArray, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { formatRupees } from '~/platform/formats/money'
import { hasOpenSignal } from '~/domain/signals/signals.server'
import { lockBudget, explainLargePayment, requirePaymentBudget } from '~/domain/wallet/budget.server'
import { findProviderForNew } from '~/domain/wallet/providers.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeRows } from '../columns'
import { defineJob } from '../define'
import { forEachRow, listRefusals } from '../each-row.server'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import type { Next } from '../operation'
import { refuseAll, RefusalError } from '../refusal'
import { formatDestination, WITHDRAWAL_COLUMNS } from '../withdrawal-columns'
import { describeWithdrawal } from './describe'
import { requireWithdrawalStep, requireWithdrawal } from './refusals'

export const overrideFields = {
  despiteDebt: field
    .text('override a member’s debt; the reason is kept with the withdrawal', { placeholder: 'reason' })
    .optional(),
  despiteSignal: field
    .text('override an open signal of fraud; the reason is kept with the withdrawal', {
      placeholder: 'reason',
    })
    .optional(),
}

/** What decides which withdrawals are approved and go into a bank file: their rows, batches, and what blocks their members. */
export const selectSubjects = (which: SQL): SQL => sql`
  SELECT withdrawals.id, withdrawals.xmin, b.batch_id, users.payout_hold_until > now() AS is_held,
         ${hasOpenSignal(users.id)} AS has_signal, a.debits_paise - a.credits_paise AS debt
    FROM withdrawals
    JOIN users ON users.id = withdrawals.user_id
    LEFT JOIN ledger_accounts a ON a.user_id = users.id AND a.code = 'user_debt'
    LEFT JOIN payout_batch_items b ON b.withdrawal_id = withdrawals.id AND b.left_at IS NULL
   WHERE ${which}`

export const approve = defineJob({
  name: 'withdrawals approve',
  title: 'Approve withdrawals',
  summary: 'approve withdrawals; members can no longer cancel them',
  role: 'finance',
  confirm: 'money',
  continues: 'by rows',
  uncovers: 'the accounts that they go to',
  needsSecondPerson: ({ ids }) => explainPayments(ids),
  subjects: ({ ids }) => selectSubjects(inArray(withdrawals.id, ids)),
  input: {
    ids: field.several(field.id('their numbers in the list', { place: 'argument' })),
    ...overrideFields,
  },
  async run({ ids, ...reasons }, context) {
    const provider = findProviderForNew()
    const outcomes = await forEachRow([...new Set(ids)], context, nameWithdrawal, async (id, tx) => {
      await lockBudget(tx)
      const withdrawal = requireWithdrawalStep(await approveWithdrawal(id, reasons, tx), id, 'approved')
      await requirePaymentBudget(tx, context.hand, id)
      await requireNoGain(context, withdrawal.user_id, tx)
      return withdrawal
    })
    const approved = outcomes.flatMap(({ done }) => done ?? [])
    // None is left where an earlier runner did all rows.
    if (!approved.length && outcomes.length) throw refuseAll(listRefusals(outcomes))
    const sum = formatRupees(approved.reduce((total, { amount_paise }) => total + amount_paise, 0n))
    const [first] = approved
    return {
      effect: `Approves ${approved.length === 1 ? nameWithdrawal(first!.id) : `${approved.length} withdrawals`}, ${sum}${provider ? `, and sends it by ${provider}` : ''}`,
      problems: listRefusals(outcomes),
      tables: [
        describeRows('withdrawals', WITHDRAWAL_COLUMNS, approved),
        ...(context.uncovers ? approved.map((each) => describeAccount(each)) : []),
      ],
      next: provider
        ? []
        : first && approved.length === 1
          ? listPayments(first)
          : [{ operation: 'withdrawals export', input: {} }],
    }
  },
})

/** Checked again in each row's transaction, because another approval may come between. */
export const explainPayments = (ids: readonly number[]) => explainLargePayment(db, ids)

const nameWithdrawal = (id: number) => `withdrawal ${id}`

const listPayments = ({ id }: Withdrawal): Next[] => [
  { operation: 'withdrawals export', input: {} },
  { operation: 'withdrawals paid', input: { id } },
]

const describeAccount = (withdrawal: Withdrawal) =>
  describeRows(
    `destination_${withdrawal.id}`,
    [
      {
        name: 'what',
        kind: 'text',
        value: ({ title, name }: { title?: string | undefined; name: string }) => title ?? name,
      },
      { name: 'value', kind: 'account', value: ({ value }: { value?: unknown }) => String(value) },
    ],
    formatDestination(withdrawal, { uncovers: true }),
    { title: `Pay ${formatRupees(withdrawal.amount_paise)} of withdrawal ${withdrawal.id} to` },
  )

export const ask = defineJob({
  name: 'withdrawals ask',
  title: 'Ask the provider',
  summary: 'query a payout’s status at the provider now',
  role: 'finance',
  input: { id: field.listNumber },
  async run({ id }, context) {
    await requireWithdrawal(id, db)
    const { sendNow } = await import('~/domain/wallet/payout-worker.server')
    if (context.apply && !(await sendNow(id)))
      throw new RefusalError(`Withdrawal ${id} is with no provider, or the worker is asking just now.`)
    return { ...(await describeWithdrawal(id, context)), effect: `Asks the provider about withdrawal ${id}` }
  },
})
