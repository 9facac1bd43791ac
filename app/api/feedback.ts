import { z } from 'zod/v4'
import { operation, rowId } from './operation'
import { feedbackStats, messageReply } from './shapes'

export const readFeedback = operation({
  id: 'readFeedback',
  summary: "Returns the answers to 'Did it work?'",
  who: 'nobody',
  params: z.object({ couponId: rowId }),
  answers: { 200: feedbackStats },
  refusals: [404],
})

export const giveFeedback = operation({
  id: 'giveFeedback',
  summary: "Answers 'Did it work?'; the last answer of each member and coupon counts",
  who: 'member',
  subject: 'user_id',
  body: z.object({
    user_id: rowId,
    coupon_id: rowId,
    feedback: z.enum(['yes', 'no'], { error: 'yes or no.' }),
  }),
  answers: { 200: messageReply.extend(feedbackStats.shape) },
  refusals: [404],
})
