import { z } from 'zod/v4'
import { DECLINE_REASONS } from '~/platform/config/network'
import { listSchema, ofMember, operation } from './operation'
import { cap, instant, one, rupees } from './shapes'
import { sliceQuery } from './slice'

const maybe = instant.nullable().meta({ description: 'UTC; null: not yet, or never.' })

const expectedShape = {
  expected_by: z.iso.date().nullable().meta({
    description:
      'The day in India by which the next step (tracked, or confirmed) is done for nine of ten orders; when it has passed, the order is later than usual. Null: not known, or nothing is awaited.',
  }),
  expected_half_by: z.iso
    .date()
    .nullable()
    .meta({ description: 'The day by which it is done for half of the orders; null: not known.' }),
}

const saleShape = {
  state: z.enum(['tracked', 'confirmed', 'withdrawable', 'declined']),
  order_number: z.string().nullable().meta({ description: "The store's; null: not reported." }),
  amount: rupees.nullable().meta({ description: 'Of the order, in rupees; null: not reported.' }),
  cashback: rupees,
  tracked_at: maybe,
  confirmed_at: maybe,
  withdrawable_at: maybe.meta({ description: 'UTC; may be ahead. Null: not known yet, or never.' }),
  declined_at: maybe,
  decline_reason: z
    .enum([...DECLINE_REASONS, 'not-said'])
    .nullable()
    .meta({ description: "The store's, as far as it was reported or told to us; null: not declined." }),
  ...expectedShape,
}

const visitShape = {
  number: z.string().meta({ description: "As pages show it: 'DV-7K2M9QX4'." }),
  visited_at: instant,
  store: z.string(),
  coupon_code: z.string().meta({ description: 'Identifier of the store, as in /Offers/{coupon_code}.' }),
  offer: z.string(),
  slug: z.string().meta({ description: 'Of the offer.' }),
  payout: z
    .number()
    .nullable()
    .meta({ description: 'Locked at the visit: a percentage or an amount, depending on payout_model.' }),
  payout_model: z.string(),
  currency: z.string(),
  cap,
  promised_until: z.iso.date().meta({
    description:
      'The last day in India of orders that get this payout by themselves; later ones are looked at.',
  }),
  ...expectedShape,
}

const visitEntry = z
  .strictObject({
    ...visitShape,
    sales: z.array(z.strictObject(saleShape)).meta({ description: 'Empty: no order was reported.' }),
  })
  .meta({ id: 'Visit' })

const visitWhole = z
  .strictObject({
    ...visitShape,
    terms: z
      .string()
      .nullable()
      .meta({ description: 'The terms at the visit, as sanitized HTML; null: none were recorded.' }),
    sales: z.array(
      z.strictObject({
        ...saleShape,
        reports: z
          .array(z.strictObject({ at: instant, text: z.string() }))
          .meta({ description: 'Of the store, in words; the oldest first.' }),
      }),
    ),
  })
  .meta({ id: 'VisitDetail' })

export const visits = operation({
  id: 'visits',
  summary: 'Lists the visits to stores, newest first: those of a year, and older ones with an order',
  ...ofMember,
  query: sliceQuery,
  answers: { 200: listSchema(visitEntry) },
  failure: 'Failed to load your visits',
})

export const visit = operation({
  id: 'visit',
  summary: 'Returns a visit with its terms and what the store reported',
  ...ofMember,
  params: ofMember.params.extend({ number: z.string().max(40) }),
  answers: { 200: one(visitWhole) },
  refusals: [404],
  failure: 'Failed to load your visits',
})
