import { db } from '~/db/client.server'
import { formatRupees } from '~/formats/money'
import { readSettings } from '~/settings/settings.server'
import type { CreditRefusal } from '~/tracking/claims/check-credit.server'
import { creditClaim } from '~/tracking/claims/credit-claim.server'
import { settleByGoodwill } from '~/tracking/claims/settle-by-goodwill.server'
import { computePromisedCashback } from '~/tracking/claims/compute-promise.server'
import { defineChange } from '../define'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { requireDone, type Reasons } from '../refusal'
import { describeStateChange, describeText, explainSteps, id, text } from './columns'

export const credit = defineChange({
  name: 'claims credit',
  title: 'Credit a claim',
  summary: 'credit the order of a claim as promised: at the rate and the cap of its visit',
  role: 'finance',
  needsCode: true,
  confirm: 'money',
  needsSecondPerson: async ({ id: claimId, amount }) => {
    const { FOUR_EYES_ABOVE: limit } = await readSettings(db)
    return limit !== null && ((await computePromisedCashback(claimId, amount)) ?? 0n) > limit
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
    const done = requireDone(answer, null, await explainCredit(claimId))
    const { before, claim, cashback } = done
    await requireNoGain(context, claim.user_id, tx)
    return {
      effect: `Credits ${formatRupees(cashback)} to member ${claim.user_id} for claim ${claimId}`,
      facts: [
        { name: 'sale', kind: 'sale', value: done.sale.id, isAssigned: true },
        { name: 'cashback', kind: 'money', value: cashback },
        { name: 'withdrawable_from', kind: 'time', value: done.sale.withdrawable_at },
        describeText(words),
      ],
      notes: ['The next report of this order is set against it: only a difference is posted.'],
      changed: describeStateChange(before, claim),
    }
  },
})

const explainCredit = async (claimId: number): Promise<Reasons<CreditRefusal>> => ({
  ...(await explainSteps(claimId)),
  'other-kind': `Claim ${claimId} is about no order of a visit: it cannot be credited.`,
  'signal-open': 'A signal of fraud about the member is open: decide it first. `signals list` shows it.',
  'report-waits': ({ postback }) => `Postback ${postback} of this visit waits: decide it first.`,
  'no-order': 'The claim names no order: pass --order.',
  'order-reported':
    'A sale or another claim of this store has this order number: it is credited once. `search` finds it.',
  'no-sale': 'The visit has no such sale.',
  'not-approved': ({ sale }) =>
    `Sale ${sale.id} is ${sale.status}: wait for the store, or use goodwill (\`adjustments add\`).`,
  'no-more': 'It would credit nothing more than what was credited already.',
  'not-applied': ({ because }) =>
    because === null
      ? 'A sale of this order was reported already, with this amount.'
      : `It cannot be credited: ${because}.`,
})

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
    const { before, claim } = requireDone(answer, 'adjustment', {
      ...(await explainSteps(claimId)),
      'adjustment-used': `Adjustment ${adjustment} has settled another claim.`,
      'no-adjustment': `Adjustment ${adjustment} is no applied goodwill of this member. \`adjustments add --kind goodwill\` gives it.`,
    })
    return {
      effect: `Settles claim ${claimId} by adjustment ${adjustment}`,
      facts: [describeText(words)],
      changed: describeStateChange(before, claim),
    }
  },
})
