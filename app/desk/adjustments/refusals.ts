import { formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import {
  type addAdjustment,
  type NewAdjustment,
  type approveAdjustment,
  findAdjustment,
} from '~/domain/books/adjustments.server'
import type { Reader } from '~/platform/db/client.server'
import type { Adjustment } from '~/domain/books/adjustments'
import { DAY_REFUSALS } from '../closed-days'
import { explainNotFound, requireFound } from '../lookups.server'
import { explainWait } from '../approvals.server'
import type { Reasons, ExtractRefusal } from '../refusal'
import { see } from '../operation'

type Refusal = ExtractRefusal<Awaited<ReturnType<typeof addAdjustment | typeof approveAdjustment>>>

export const requireAdjustment = async (id: number, reader: Reader): Promise<Adjustment> =>
  requireFound(await findAdjustment(id, reader), `adjustment ${id}`, 'adjustments list')

export const explainAdjustmentRefusals = ({
  userId,
  saleId,
}: Pick<NewAdjustment, 'userId' | 'saleId'>): Reasons<Refusal> => ({
  ...DAY_REFUSALS,
  deleted: `Member ${userId} has deleted the account: only a debt can be written off.`,
  'over-debt': ({ debt }) =>
    debt > 0n
      ? `Member ${userId} owes us ${formatRupees(debt)}: no more can be written off.`
      : `Member ${userId} owes us nothing.`,
  'no-sale': explainNotFound(`sale ${saleId}`, 'conversions list'),
  'other-sale': `Sale ${saleId} is neither member ${userId}'s nor that of a friend whom the member referred.`,
  same: ({ adjustment: { id, state, created_at } }) => ({
    text: `Adjustment ${id} is the same, ${state} since ${formatTime(created_at)}. If another one is meant, give it a key.`,
    fields: ['key'],
    next: [see('adjustments show', { id })],
  }),
  'key-used': ({ adjustment }) => `Adjustment ${adjustment.id} has this key and other facts.`,
  decided: ({ adjustment: { id, state, decided_by } }) =>
    `Adjustment ${id} is ${state} already, by ${decided_by!}.`,
  dependent: ({ adjustment: { id, asked_by }, wait }) =>
    `Adjustment ${id} was requested by ${asked_by}. ${explainWait(wait)}`,
  'not-found': 'There is no such adjustment.',
})
