import { z } from 'zod/v4'
import { listOf, operation, rowId } from './operation'
import { brand, campaign, feedbackStats, one, said } from './shapes'
import { sliceQuery, sliceShape } from './slice'

const COUPONS_FAILED = 'Failed to fetch coupons'
const campaigns = { 200: listOf(campaign) }

const campaignList = <Params extends z.ZodObject = z.ZodObject<{}>>(
  id: string,
  path: `/api/${string}`,
  summary: string,
  params?: Params,
) =>
  operation<Params, typeof sliceQuery, z.ZodObject<{}>, typeof campaigns, 'nobody'>({
    id,
    method: 'GET',
    path,
    summary,
    who: 'nobody',
    params,
    query: sliceQuery,
    answers: campaigns,
    refusals: params ? [404] : [],
    failure: COUPONS_FAILED,
  })

const store = z.object({ id: z.string().max(200) })

export const getCampains = campaignList(
  'getCampains',
  '/api/get-campains',
  'Lists all campaigns, most clicked first',
)
export const coupons = operation({
  id: 'coupons',
  method: 'GET',
  path: '/api/coupons',
  summary: 'Lists coupons (campaigns with a code); q searches their titles and finds at most 600',
  who: 'nobody',
  query: sliceQuery.extend({ q: z.string().max(200).default('') }),
  answers: campaigns,
  failure: COUPONS_FAILED,
})
export const offersOfBrand = campaignList(
  'offersOfBrand',
  '/api/offers/brand/{id}',
  'Lists the offers of a store, by its id or coupon_code',
  store,
)
export const couponOffer = campaignList(
  'couponOffer',
  '/api/CouponOffer/{id}',
  'Lists the offers of a store as /Offers/{coupon_code} shows them',
  store,
)
export const allCoupons = campaignList(
  'allCoupons',
  '/api/all-couponss/{id}',
  'Lists the offers of a store that have a code',
  store,
)
export const categoryCoupons = campaignList(
  'categoryCoupons',
  '/api/category-coupons/{categoryName}',
  'Lists the campaigns of a category; All has every campaign',
  z.object({ categoryName: z.string().max(200) }),
)

const single = { 200: one(campaign) }

export const singleCoupon = operation({
  id: 'singleCoupon',
  method: 'GET',
  path: '/api/single-coupon/{id}',
  summary: 'Returns a campaign by its id',
  who: 'nobody',
  params: z.object({ id: z.string().max(200) }),
  answers: single,
  refusals: [404],
  failure: 'Coupon not found',
})

export const couponBySlug = operation({
  id: 'couponBySlug',
  method: 'GET',
  path: '/api/coupon/{slug}',
  summary: 'Returns a campaign by its slug or title, as in /CouponsDetails/{slug}',
  who: 'nobody',
  params: z.object({ slug: z.string().max(500) }),
  answers: single,
  refusals: [404],
  failure: 'Coupon not found',
})

export const limitedOffer = operation({
  id: 'limitedOffer',
  method: 'GET',
  path: '/api/limited-offer',
  summary: 'Returns the campaign of today’s flash sale (time zone of India)',
  who: 'nobody',
  answers: { 200: campaign },
  refusals: [404],
  failure: COUPONS_FAILED,
})

export const allBrands = operation({
  id: 'allBrands',
  method: 'GET',
  path: '/api/all-brands',
  summary: 'Lists the stores, most clicked first',
  who: 'nobody',
  query: sliceQuery,
  answers: { 200: listOf(brand) },
  failure: 'Failed to load top stores',
})

export const topStores = operation({
  id: 'topStores',
  method: 'GET',
  path: '/api/topStores',
  summary: 'Lists the most popular stores',
  who: 'nobody',
  query: sliceQuery,
  answers: {
    200: z.strictObject({
      success: z.literal(true),
      topStores: z.array(brand),
      ...sliceShape,
    }),
  },
  failure: 'Failed to load top stores',
})

export const stores = operation({
  id: 'stores',
  method: 'GET',
  path: '/api/stores',
  summary: 'Lists the stores as a bare array; X-Total-Count has their number, Link the next page',
  who: 'nobody',
  query: sliceQuery,
  answers: { 200: z.array(brand) },
  failure: 'Failed to load top stores',
})

export const readFeedback = operation({
  id: 'readFeedback',
  method: 'GET',
  path: '/api/{couponId}/feedback',
  summary: "Returns the answers to 'Did it work?'",
  who: 'nobody',
  params: z.object({ couponId: rowId }),
  answers: { 200: feedbackStats },
  refusals: [404],
})

export const giveFeedback = operation({
  id: 'giveFeedback',
  method: 'POST',
  path: '/api/feedback',
  summary: "Answers 'Did it work?'; the last answer of each member and coupon counts",
  who: 'member',
  subject: 'user_id',
  body: z.object({
    user_id: rowId,
    coupon_id: rowId,
    feedback: z.enum(['yes', 'no'], { error: 'yes or no.' }),
  }),
  answers: { 200: said.extend(feedbackStats.shape) },
  refusals: [404],
})
