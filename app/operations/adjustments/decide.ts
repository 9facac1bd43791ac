import { paise } from '~/formats/money'
import { approveAdjustment, refuseAdjustment } from '~/wallet/adjustments/decide.server'
import type { Adjustment } from '~/wallet/adjustments/notices'
import { previewAdjustment } from '~/wallet/adjustments/read.server'
import { lockWallets } from '~/wallet/ledger/ledger.server'
import { describeRow } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import type { Change } from '../operation'
import { requireDone } from '../refusal'
import { ADJUSTMENT_COLUMNS, describeAdjustment, describeChanged, describeEffect } from './columns'
import { explainRefusals, requireAdjustment } from './refusals'

export const approve = defineChange({
  name: 'adjustments approve',
  title: 'Approve an adjustment',
  summary: 'approve an adjustment that another operator requested',
  role: 'finance',
  needsCode: true,
  confirm: 'money',
  input: { id: field.listed },
  async run({ id }, { by, operatorId }, tx) {
    const before = await requireAdjustment(id)
    await requireNoGain({ operatorId }, before.user_id, tx)
    const of = { userId: before.user_id, kind: before.kind, amount: paise(before.amount_paise) }
    await lockWallets(tx, [of.userId])
    const previewed = await previewAdjustment(of, tx)
    const approved = requireDone(await approveAdjustment(id, by, tx), null, explainRefusals(of))
    if (approved.isRepeat) return describeRepeat(approved.adjustment)
    const effect = previewed.ok ? previewed.effect : null
    return {
      effect: `Approves adjustment ${id}: ${describeAdjustment(before)} for member ${of.userId}`,
      facts: describeRow(ADJUSTMENT_COLUMNS, approved.adjustment),
      tables: effect ? describeEffect(effect) : [],
      changed: describeChanged(approved.adjustment, before, effect),
    }
  },
})

export const refuse = defineChange({
  name: 'adjustments refuse',
  title: 'Refuse an adjustment',
  summary: 'refuse an adjustment that another operator requested; no money moves',
  role: 'finance',
  input: { id: field.listed, reason: field.text('reason, for the person who requested it') },
  async run({ id, reason }, { by }, tx) {
    const before = await requireAdjustment(id)
    const reasons = explainRefusals({ userId: before.user_id })
    const answer = requireDone(await refuseAdjustment(id, reason, by, tx), null, reasons)
    if (answer.isRepeat) return describeRepeat(answer.adjustment)
    return {
      effect: `Refuses adjustment ${id}: nothing moves`,
      facts: describeRow(ADJUSTMENT_COLUMNS, answer.adjustment),
      changed: describeChanged(answer.adjustment, before, null),
    }
  },
})

const describeRepeat = (adjustment: Adjustment): Change => ({
  effect: `Does nothing a second time: adjustment ${adjustment.id} is ${adjustment.state}`,
  facts: describeRow(ADJUSTMENT_COLUMNS, adjustment),
  changed: [],
})
