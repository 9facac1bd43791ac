import { formatRupees, paise } from '~/platform/formats/money'
import { type CreditRefusal, type CaseSale, creditClaim } from '~/domain/tracking/claim-credits.server'
import type { Conversion } from '~/domain/tracking/conversions'
import type { Tx } from '~/platform/db/client.server'
import { settleByGoodwill } from '~/domain/tracking/claim-decisions.server'
import { defineChange } from '../define'
import * as field from '../fields'
import { RefusalError, requireDone, type Reasons } from '../refusal'
import { excludes } from '../relations'
import {
  describeCaseSales,
  describeStateChange,
  describeText,
  explainSteps,
  claimNumber,
  requireClaim,
  replyText,
} from '../claim-columns'
import { see } from '../operation'

export const credit = defineChange({
  name: 'claims credit',
  title: 'Credit a claim',
  summary: 'credit the order of a claim as promised: at the rate and the cap of its visit',
  role: 'finance',
  confirm: 'money',
  creditsByHand: true,
  relations: [excludes('anotherOrder', 'sale')],
  input: {
    id: claimNumber,
    amount: field.money('the value of the order in rupees, as the store confirmed it'),
    order: field
      .text('the order number, if the claim has another or none', { most: 60, placeholder: 'number' })
      .optional(),
    sale: field
      .sale('the sale of the visit that is this order: it is approved, or raised to this amount')
      .optional(),
    anotherOrder: field.yes('it is another order than the sales that were reported'),
    text: replyText('a sentence for the member'),
  },
  async run({ id: claimId, amount, order, sale, anotherOrder, text: words }, context, tx) {
    const tables = await describeCaseSales(await requireClaim(claimId, tx), amount, tx)
    const given = {
      amount,
      orderNumber: order,
      saleId: sale,
      isAnotherOrder: anotherOrder,
      text: words,
      hand: context.hand,
    }
    const done = requireDone(await creditClaim(claimId, given, tx), null, await explainCredit(claimId, tx))
    const { before, claim, cashback, known } = done
    return {
      effect: `Credits ${formatRupees(cashback)} to member ${claim.user_id} for claim ${claimId}${describeKnown(known)}`,
      facts: [
        { name: 'sale', kind: 'sale', value: done.sale.id, isAssigned: true },
        { name: 'cashback', kind: 'money', value: cashback },
        { name: 'withdrawable_from', kind: 'time', value: done.sale.withdrawable_at },
        describeText(words),
      ],
      tables,
      notes: ['The next report of this order is set against it: only a difference is posted.'],
      changed: describeStateChange(before, claim),
    }
  },
})

const describeKnown = (known: Conversion | null): string =>
  known === null
    ? ''
    : known.status === 'pending'
      ? `: approves sale ${known.id}, which is pending`
      : `: raises sale ${known.id}`

const describeSales = (sales: readonly CaseSale[]): string =>
  sales
    .map(
      ({ id: saleId, status, sale_paise, order_number, visit }) =>
        `sale ${saleId} (${[
          visit,
          status,
          ...(sale_paise === null ? [] : [formatRupees(paise(sale_paise))]),
          order_number === null ? 'no order number' : `order ${order_number}`,
        ].join(', ')})`,
    )
    .join('; ')

const explainCredit = async (claimId: number, tx: Tx): Promise<Reasons<CreditRefusal>> => ({
  ...(await explainSteps(claimId, tx)),
  'other-kind': `Claim ${claimId} is about no order of a visit: it cannot be credited.`,
  'signal-open': {
    text: 'A signal of fraud about the member is open: decide it first.',
    next: [see('signals list')],
  },
  'report-waits': ({ postback }) => ({
    text: `Postback ${postback} of this visit waits: decide it first.`,
    next: [see('postbacks show', { id: postback })],
  }),
  'no-order': { text: 'The claim names no order.', fields: ['order'] },
  'order-reported': {
    text: 'A sale or another claim of this store has this order number: it is credited once. Of two open claims the network’s report decides; without one, decline the other first.',
    fields: ['order'],
    next: [see('search')],
  },
  'no-sale': 'The visit has no such sale.',
  'sale-ended': ({ sale }) => ({
    text: `Sale ${sale.id} is ${sale.status}: wait for the store, or use goodwill.`,
    next: [see('adjustments add', { kind: 'goodwill', sale: sale.id })],
  }),
  'sale-of-visit': ({ sales }) =>
    new RefusalError(
      `The visit has ${describeSales(sales)}: name the sale that is this order, or say that it is another order.`,
      ['anotherOrder', 'sale'],
    ),
  'like-sale': ({ sales }) =>
    new RefusalError(
      `Another visit of the member has ${describeSales(sales)}, of the same amount: if it is this order, answer the claim; else say that it is another order.`,
      'anotherOrder',
    ),
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
    id: claimNumber,
    adjustment: field.id('the number of an applied one of kind goodwill', {
      placeholder: 'number',
    }),
    text: replyText('a sentence for the member'),
  },
  async run({ id: claimId, adjustment, text: words }, _, tx) {
    const answer = await settleByGoodwill(claimId, { adjustmentId: adjustment, text: words }, tx)
    const { before, claim } = requireDone(answer, 'adjustment', {
      ...(await explainSteps(claimId, tx)),
      'adjustment-used': `Adjustment ${adjustment} has settled another claim.`,
      'no-adjustment': {
        text: `Adjustment ${adjustment} is no applied goodwill of this member.`,
        fields: ['adjustment'],
        next: [see('adjustments add', { kind: 'goodwill' })],
      },
    })
    return {
      effect: `Settles claim ${claimId} by adjustment ${adjustment}`,
      facts: [describeText(words)],
      changed: describeStateChange(before, claim),
    }
  },
})
