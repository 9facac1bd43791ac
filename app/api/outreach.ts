import { z } from 'zod/v4'
import { ofMember, operation, rowId } from './operation'
import { subscriptionSchema } from '~/outreach/newsletter'
import { notification, messageReply } from './shapes'
import { sliceQuery } from './slice'

export const notifications = operation({
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
