import type { Tx } from '~/platform/db/client.server'
import { paise } from '~/platform/formats/money'
import {
  addAdjustment,
  type NewAdjustment,
  approveAdjustment,
  refuseAdjustment,
  previewAdjustment,
} from '~/domain/books/adjustments.server'
import { ADJUSTMENT_KINDS, type AdjustmentEffect } from '~/domain/books/adjustments'
import type { Adjustment } from '~/domain/books/adjustments'
import { lockWallets } from '~/domain/wallet/ledger.server'
import { forMonth } from '../closed-days'
import { describeRow } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { requireMember } from '../lookups.server'
import type { Change } from '../operation'
import { explainWait, noteAlone, readWait } from '../approvals.server'
import { requireDone } from '../refusal'
import {
  ADJUSTMENT_COLUMNS,
  describeAdjustment,
  describeChanges,
  describeEffect,
} from '../adjustment-columns'
import { explainAdjustmentRefusals, requireAdjustment } from './refusals'

export const add = defineChange({
  name: 'adjustments add',
  title: 'Adjust a balance',
  summary: 'adjust the balance of a member',
  role: 'finance',
  confirm: 'money',
  creditsByHand: true,
  input: {
    member: field.member('whose balance'),
    kind: field.choice('what it is', ADJUSTMENT_KINDS),
    amount: field.money('amount in rupees'),
    reason: field.text('reason, shown to the member'),
    sale: field.sale('the number of the sale that it is about').optional(),
    key: field.text('your own reference, such as a ticket number', { placeholder: 'key' }).optional(),
    forMonth,
  },
  async run({ member, sale, ...given }, { by, operatorId }, tx) {
    const found = await requireMember(member, tx)
    await requireNoGain({ operatorId }, found.id, tx)
    const facts = { ...given, userId: found.id, saleId: sale }
    const { adjustment, isRepeat, effect } = await adjust(facts, tx, () => addAdjustment(facts, by, tx))
    const what = `${describeAdjustment(adjustment)} for member ${found.id}`
    const isWaiting = adjustment.state === 'waiting'
    if (isRepeat) return describeRepeat(adjustment, 'has this key already')
    return {
      effect: isWaiting ? `Asks for an adjustment: ${what}` : `Adjusts a balance: ${what}`,
      facts: [
        { name: 'name', kind: 'name', value: found.username, only: 'screen' },
        ...describeRow(ADJUSTMENT_COLUMNS, adjustment),
      ],
      tables: effect ? describeEffect(effect, isWaiting ? 'If it is approved now' : undefined) : [],
      notes: isWaiting ? [explainWait(await readWait(adjustment, 'finance', tx))] : [],
      changed: describeChanges(adjustment, null, isWaiting ? null : effect),
    }
  },
})

/** Computes the effect under the wallet lock. Throws RefusalError. */
async function adjust(
  facts: Pick<NewAdjustment, 'userId' | 'kind' | 'amount' | 'saleId'>,
  tx: Tx,
  work: () => ReturnType<typeof addAdjustment | typeof approveAdjustment>,
): Promise<{
  adjustment: Adjustment
  isRepeat: boolean
  alone?: boolean | undefined
  effect: AdjustmentEffect | null
}> {
  await lockWallets(tx, [facts.userId])
  const previewed = await previewAdjustment(facts, tx)
  const adjusted = requireDone(await work(), null, explainAdjustmentRefusals(facts))
  return { ...adjusted, effect: previewed.ok ? previewed.effect : null }
}

export const approve = defineChange({
  name: 'adjustments approve',
  title: 'Approve an adjustment',
  summary: 'approve an adjustment that another operator requested',
  role: 'finance',
  confirm: 'money',
  input: { id: field.listNumber },
  async run({ id }, { by, operatorId }, tx) {
    const before = await requireAdjustment(id, tx)
    await requireNoGain({ operatorId }, before.user_id, tx)
    const facts = { userId: before.user_id, kind: before.kind, amount: paise(before.amount_paise) }
    const { adjustment, isRepeat, alone, effect } = await adjust(facts, tx, () =>
      approveAdjustment(id, by, tx),
    )
    if (isRepeat) return describeRepeat(adjustment, `is ${adjustment.state}`)
    return {
      effect: `Approves adjustment ${id}: ${describeAdjustment(before)} for member ${facts.userId}`,
      facts: describeRow(ADJUSTMENT_COLUMNS, adjustment),
      tables: effect ? describeEffect(effect) : [],
      changed: [...describeChanges(adjustment, before, effect), ...noteAlone(`adjustment ${id}`, alone)],
    }
  },
})

export const refuse = defineChange({
  name: 'adjustments refuse',
  title: 'Refuse an adjustment',
  summary: 'refuse an adjustment that another operator requested; no money moves',
  role: 'finance',
  input: { id: field.listNumber, reason: field.text('reason, for the person who requested it') },
  async run({ id, reason }, { by }, tx) {
    const before = await requireAdjustment(id, tx)
    const reasons = explainAdjustmentRefusals({ userId: before.user_id })
    const answer = requireDone(await refuseAdjustment(id, reason, by, tx), null, reasons)
    if (answer.isRepeat) return describeRepeat(answer.adjustment, `is ${answer.adjustment.state}`)
    return {
      effect: `Refuses adjustment ${id}: nothing moves`,
      facts: describeRow(ADJUSTMENT_COLUMNS, answer.adjustment),
      changed: describeChanges(answer.adjustment, before, null),
    }
  },
})

const describeRepeat = (adjustment: Adjustment, why: string): Change => ({
  effect: `Does nothing a second time: adjustment ${adjustment.id} ${why}`,
  facts: describeRow(ADJUSTMENT_COLUMNS, adjustment),
  changed: [],
})
