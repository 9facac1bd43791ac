import type { Tx } from '~/db/client.server'
import { addAdjustment } from '~/wallet/adjustments/adjust.server'
import type { NewAdjustment } from '~/wallet/adjustments/adjustment-rules.server'
import { ADJUSTMENT_KINDS, type Effect } from '~/wallet/adjustments/effect'
import type { Adjustment } from '~/wallet/adjustments/notices'
import { previewAdjustment } from '~/wallet/adjustments/read.server'
import { lockWallets } from '~/wallet/ledger/ledger.server'
import { forMonth } from '../closed-days'
import { describeRow } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { requireMember } from '../lookups.server'
import { requireDone } from '../refusal'
import { ADJUSTMENT_COLUMNS, describeAdjustment, describeChanged, describeEffect } from './columns'
import { explainRefusals } from './refusals'

export const add = defineChange({
  name: 'adjustments add',
  title: 'Adjust a balance',
  summary: 'adjust the balance of a member',
  role: 'finance',
  needsCode: true,
  confirm: 'money',
  input: {
    member: field.member('whose balance'),
    kind: field.choice('what it is', ADJUSTMENT_KINDS),
    amount: field.money('amount in rupees'),
    reason: field.text('reason, shown to the member'),
    sale: field.sale('the sale that it is about, by its number in `conversions list`').optional(),
    key: field.text('your own reference, such as a ticket number', { placeholder: 'key' }).optional(),
    forMonth,
  },
  async run({ member, sale, ...facts }, { by, operatorId }, tx) {
    const user = await requireMember(member)
    await requireNoGain({ operatorId }, user.id, tx)
    const { adjustment, isRepeat, effect } = await adjust({ ...facts, userId: user.id, saleId: sale }, by, tx)
    const { id, state } = adjustment
    const what = `${describeAdjustment(adjustment)} for member ${user.id}`
    const isWaiting = state === 'waiting'
    const waits = `It waits until another operator than ${adjustment.asked_by} approves it.`
    if (isRepeat)
      return {
        effect: `Does nothing a second time: adjustment ${id} has this key already`,
        facts: describeRow(ADJUSTMENT_COLUMNS, adjustment),
        changed: [],
      }
    return {
      effect: isWaiting ? `Asks for an adjustment: ${what}` : `Adjusts a balance: ${what}`,
      facts: [
        { name: 'name', kind: 'name', value: user.username, only: 'screen' },
        ...describeRow(ADJUSTMENT_COLUMNS, adjustment),
      ],
      tables: effect ? describeEffect(effect, isWaiting ? 'If it is approved now' : undefined) : [],
      notes: isWaiting ? [waits] : [],
      changed: describeChanged(adjustment, null, isWaiting ? null : effect),
    }
  },
})

/** The effect is that of the locked wallet. Throws Refused. */
async function adjust(
  of: NewAdjustment,
  by: string,
  tx: Tx,
): Promise<{ adjustment: Adjustment; isRepeat: boolean; effect: Effect | null }> {
  await lockWallets(tx, [of.userId])
  const previewed = await previewAdjustment(of, tx)
  const added = requireDone(await addAdjustment(of, by, tx), null, explainRefusals(of))
  return { ...added, effect: previewed.ok ? previewed.effect : null }
}
