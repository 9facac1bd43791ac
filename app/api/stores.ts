import { z } from 'zod/v4'
import { listSchema, operation } from './operation'
import { brand } from './shapes'
import { listQuery, sliceShape } from './slice'

export const allBrands = operation({
  id: 'allBrands',
  summary: 'Lists the stores, most clicked first',
  who: 'nobody',
  query: listQuery,
  answers: { 200: listSchema(brand) },
  failure: 'Failed to load top stores',
})

export const topStores = operation({
  id: 'topStores',
  summary: 'Lists the most popular stores',
  who: 'nobody',
  query: listQuery,
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
  summary: 'Lists the stores as a bare array; X-Total-Count has their number, Link the next page',
  who: 'nobody',
  query: listQuery,
  answers: { 200: z.array(brand) },
  failure: 'Failed to load top stores',
})
