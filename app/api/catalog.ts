import { z } from 'zod/v4'
import type { CallId } from './calls'
import { listSchema, operation } from './operation'
import { campaign, one } from './shapes'
import { listQuery } from './slice'

const COUPONS_FAILED = 'Failed to fetch coupons'
const campaigns = { 200: listSchema(campaign) }

const offerList = <Params extends z.ZodObject = z.ZodObject<{}>>(
  id: CallId,
  summary: string,
  params?: Params,
) =>
  operation<Params, typeof listQuery, z.ZodObject<{}>, typeof campaigns, 'nobody'>({
    id,
    summary,
    who: 'nobody',
    params,
    query: listQuery,
    answers: campaigns,
    refusals: params ? [404] : [],
    failure: COUPONS_FAILED,
  })

const store = z.object({ id: z.string().max(200) })

export const getCampains = offerList('getCampains', 'Lists all campaigns, most clicked first')
export const coupons = operation({
  id: 'coupons',
  summary: 'Lists coupons (campaigns with a code); q searches their titles and finds at most 1,000',
  who: 'nobody',
  query: listQuery.extend({ q: z.string().max(200).default('') }),
  answers: campaigns,
  failure: COUPONS_FAILED,
})
export const offersOfBrand = offerList(
  'offersOfBrand',
  'Lists the offers of a store, by its id or coupon_code',
  store,
)
export const couponOffer = offerList(
  'couponOffer',
  'Lists the offers of a store as /Offers/{coupon_code} shows them',
  store,
)
export const allCoupons = offerList('allCoupons', 'Lists the offers of a store that have a code', store)
export const categoryCoupons = offerList(
  'categoryCoupons',
  'Lists the campaigns of a category; All has every campaign',
  z.object({ categoryName: z.string().max(200) }),
)

const single = { 200: one(campaign) }

export const singleCoupon = operation({
  id: 'singleCoupon',
  summary: 'Returns a campaign by its id',
  who: 'nobody',
  params: z.object({ id: z.string().max(200) }),
  answers: single,
  refusals: [404],
  failure: COUPONS_FAILED,
})

export const couponBySlug = operation({
  id: 'couponBySlug',
  summary: 'Returns a campaign by its slug or title, as in /CouponsDetails/{slug}',
  who: 'nobody',
  params: z.object({ slug: z.string().max(500) }),
  answers: single,
  refusals: [404],
  failure: COUPONS_FAILED,
})

export const limitedOffer = operation({
  id: 'limitedOffer',
  summary: 'Returns the campaign of today’s flash sale (time zone of India)',
  who: 'nobody',
  answers: { 200: campaign },
  refusals: [404],
  failure: COUPONS_FAILED,
})
