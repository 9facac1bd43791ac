import { z } from 'zod/v4'
import { ofMember, operation, rowId } from './operation'
import { LONGEST_SEALED } from '~/domain/catalog/product-links'
import { subscriptionSchema } from '~/domain/outreach/newsletter-fields.server'
import { campaign, notification, messageReply, one } from './shapes'
import { sliceQuery } from './slice'

export const readNotifications = operation({
  id: 'notifications',
  summary: 'Lists the notifications, newest first, as a bare array; X-Total-Count has their number',
  ...ofMember,
  query: sliceQuery,
  answers: { 200: z.array(notification) },
  failure: 'Failed to load transactions',
})

export const subscribe = operation({
  id: 'subscribe',
  summary: 'Subscribes an e-mail address to the newsletter; idempotent',
  who: 'anybody',
  body: subscriptionSchema.pick({ email: true }),
  answers: { 200: messageReply },
  failure: 'Failed to subscribe',
})

const linkOffer = z
  .strictObject({
    offer: campaign,
    rate_for: z
      .string()
      .nullable()
      .meta({ description: 'The goods or customers that the payout is for; null: all.' }),
    to: z.string().meta({ description: 'Send it to get-click within two hours.' }),
    opens_product: z
      .boolean()
      .meta({ description: 'False: the visit leads to the start page of the store.' }),
  })
  .meta({ id: 'LinkOffer' })

export const resolveLink = operation({
  id: 'resolveLink',
  summary: 'Finds the store and its offers for the address of a product, or for a text that contains one',
  who: 'anybody',
  query: z.object({
    url: z.string().meta({ description: 'Up to 1,500 characters.' }),
    store: z.string().max(200).optional().meta({
      description: 'A coupon_code, where several stores have the host.',
    }),
  }),
  answers: {
    200: one(
      z
        .strictObject({
          target: z.string().meta({
            description: 'The address of the product, without the click parameters of other publishers.',
          }),
          store: z.string(),
          coupon_code: z.string(),
          offers: z
            .array(linkOffer)
            .meta({ description: 'The best one, or several that are for certain goods.' }),
        })
        .meta({ id: 'ResolvedLink' }),
    ),
  },
  refusals: [404, 409],
  failure: 'Something went wrong!',
})

export const getClick = operation({
  id: 'getClick',
  summary: 'Records a click and returns the tracking URL; guests are allowed where the campaign permits it',
  who: 'anybody',
  query: z.object({
    coupon_id: rowId,
    user_id: z.string().max(40).optional().meta({
      description:
        'The id of the authenticated account. Without a bearer only 9, the guest, or none: any other is 401.',
    }),
    to: z.string().min(1).max(LONGEST_SEALED).optional().meta({
      description:
        'The to that resolve-link returned for this coupon_id: the visit gets at least the rate that was shown.',
    }),
    click_id: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Ignored: the server generates the click id.' }),
  }),
  answers: {
    200: z.strictObject({ success: z.literal(true), trackingUrl: z.url(), message: z.string() }),
  },
  refusals: [400, 401, 403, 404, 409],
  failure: 'Something went wrong!',
})
