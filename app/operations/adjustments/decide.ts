import { z } from 'zod/v4'
import { paise } from '~/formats/money'
import { approveAdjustment, refuseAdjustment } from '~/wallet/adjustments/decide.server'
import { previewAdjustment } from '~/wallet/adjustments/read.server'
import { lockWallets } from '~/wallet/ledger/ledger.server'
import { describeRow } from '../columns'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { operation, type Change } from '../operation'
import { Refused } from '../refusal'
import type { Adjustment } from '~/wallet/adjustments/notices'
import { ADJUSTMENT_COLUMNS, describeAdjustment, describeChanged, describeEffect } from './columns'
import { explainRefusal, requireAdjustment } from './refusals'

const id = field.id('its number in the list', { place: 'argument' })

export const approve = operation({
  name: 'adjustments approve',
  title: 'Approve an adjustment',
  summary: 'approve an adjustment that another operator requested',
  role: 'finance',
  kind: 'change',
  confirm: 'money',
  input: z.object({ id }),
  async run({ id }, { by, operatorId }, tx) {
    const before = await requireAdjustment(id)
    await requireNoGain({ operatorId }, before.user_id, tx)
    const of = { userId: before.user_id, kind: before.kind, amount: paise(before.amount_paise) }
    await lockWallets(tx, [of.userId])
    const previewed = await previewAdjustment(of, tx)
    const approved = await approveAdjustment(id, by, tx)
    if (!approved.ok) throw new Refused(explainRefusal(approved, of))
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

export const refuse = operation({
  name: 'adjustments refuse',
  title: 'Refuse an adjustment',
  summary: 'refuse an adjustment that another operator requested; no money moves',
  role: 'finance',
  kind: 'change',
  confirm: 'none',
  input: z.object({ id, reason: field.text('reason, for whoever requested it') }),
  async run({ id, reason }, { by }, tx) {
    const before = await requireAdjustment(id)
    const answer = await refuseAdjustment(id, reason, by, tx)
    if (!answer.ok) throw new Refused(explainRefusal(answer, { userId: before.user_id }))
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
