import { db } from '~/db/client.server'
import { formatRupees } from '~/formats/money'
import { readSettings } from '~/settings/settings.server'
import { creditClaim, type CreditRefusal } from '~/tracking/claims/credit-claim.server'
import { settleByGoodwill } from '~/tracking/claims/settle-by-goodwill.server'
import { computePromise } from '~/tracking/claims/compute-promise.server'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { Refused } from '../refusal'
import { describeMoved, describeText, id, memberLeft, noClaim, refuseOtherState, text } from './columns'

export const credit = defineChange({
  name: 'claims credit',
  title: 'Credit a claim',
  summary: 'credit the order of a claim as promised: at the rate and the cap of its visit',
  role: 'finance',
  needsCode: true,
  confirm: 'money',
  needsSecondPerson: async ({ id: claimId, amount }) => {
    const { FOUR_EYES_ABOVE: limit } = await readSettings(db)
    return limit !== null && ((await computePromise(claimId, amount)) ?? 0n) > limit
  },
  input: {
    id,
    amount: field.money('the value of the order in rupees, as the store confirmed it'),
    order: field
      .text('the order number, if the claim has another or none', { most: 60, placeholder: 'number' })
      .optional(),
    sale: field.sale('of a wrong amount: the sale that was reported with less').optional(),
    text: text('a sentence for the member'),
  },
  async run({ id: claimId, amount, order, sale, text: words }, context, tx) {
    const answer = await creditClaim(claimId, { amount, orderNumber: order, saleId: sale, text: words }, tx)
    if (!answer.ok) throw await explain(answer, claimId)
    const { before, claim, cashback } = answer
    await requireNoGain(context, claim.user_id, tx)
    return {
      effect: `Credits ${formatRupees(cashback)} to member ${claim.user_id} for claim ${claimId}`,
      facts: [
        { name: 'sale', kind: 'sale', value: answer.sale.id, isAssigned: true },
        { name: 'cashback', kind: 'money', value: cashback },
        { name: 'withdrawable_from', kind: 'time', value: answer.sale.withdrawable_at },
        describeText(words),
      ],
      notes: ['The next report of this order is set against it: only a difference is posted.'],
      changed: describeMoved(before, claim),
    }
  },
})

async function explain(refusal: CreditRefusal, claimId: number): Promise<Refused> {
  if (refusal.reason === 'not-found') return noClaim(claimId)
  if (refusal.reason === 'other-state') return refuseOtherState(refusal.claim)
  return refusal.reason === 'deleted' ? memberLeft(claimId) : new Refused(explainText(refusal, claimId))
}

function explainText(refusal: CreditRefusal, claimId: number): string {
  switch (refusal.reason) {
    case 'other-kind':
      return `Claim ${claimId} is about no order of a visit: it cannot be credited.`
    case 'signal-open':
      return 'A signal of fraud about the member is open: decide it first. `signals list` shows it.'
    case 'report-waits':
      return `Postback ${refusal.postback} of this visit waits: decide it first.`
    case 'no-order':
      return 'The claim names no order: pass --order.'
    case 'order-reported':
      return 'A sale or another claim of this store has this order number: it is credited once. `search` finds it.'
    case 'no-sale':
      return 'The visit has no such sale.'
    case 'not-approved':
      return `Sale ${refusal.sale.id} is ${refusal.sale.status}: wait for the store, or use goodwill (\`adjustments add\`).`
    case 'no-more':
      return 'It would credit nothing more than what was credited already.'
    case 'not-applied':
      return refusal.because === null
        ? 'A sale of this order was reported already, with this amount.'
        : `It cannot be credited: ${refusal.because}.`
    default:
      return 'There is no such claim.'
  }
}

export const goodwill = defineChange({
  name: 'claims goodwill',
  title: 'Settle a claim by goodwill',
  summary: 'note the goodwill adjustment that settled a claim; moves no money itself',
  role: 'finance',
  confirm: 'ask',
  input: {
    id,
    adjustment: field.id('an applied one of kind goodwill, by its number in `adjustments list`', {
      placeholder: 'number',
    }),
    text: text('a sentence for the member'),
  },
  async run({ id: claimId, adjustment, text: words }, _, tx) {
    const answer = await settleByGoodwill(claimId, { adjustmentId: adjustment, text: words }, tx)
    if (!answer.ok) {
      if (answer.reason === 'not-found') throw noClaim(claimId)
      if (answer.reason === 'deleted') throw memberLeft(claimId)
      if (answer.reason === 'other-state') throw await refuseOtherState(answer.claim)
      throw new Refused(
        answer.reason === 'adjustment-used'
          ? `Adjustment ${adjustment} has settled another claim.`
          : `Adjustment ${adjustment} is no applied goodwill of this member. \`adjustments add --kind goodwill\` gives it.`,
        'adjustment',
      )
    }
    return {
      effect: `Settles claim ${claimId} by adjustment ${adjustment}`,
      facts: [describeText(words)],
      changed: describeMoved(answer.before, answer.claim),
    }
  },
})
