import { z } from 'zod/v4'
import { readCall, type CallId, type HttpMethod } from './calls'
import { sliceShape } from './slice'
import { ROW_ID } from '~/platform/formats/ids'

type Fields = z.ZodObject
type Answers = Readonly<Record<number, z.ZodType>>

export interface ApiOperation<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Replies extends Answers = Answers,
  Who extends 'nobody' | 'anybody' | 'member' = 'nobody' | 'anybody' | 'member',
> {
  id: CallId
  method: HttpMethod
  path: `/api/${string}`
  summary: string
  /** 'nobody': the response is the same for all and cacheable; 'anybody': the token is optional. */
  who: Who
  /** The field of path, query or body with a person's id, which must be that of the token's owner. */
  subject?: string
  params?: Params
  query?: Query
  body?: Body
  /** Refuses tokens obtained with a one-time code; for changes of payout details. */
  needsPassword?: boolean
  upload?: boolean
  answers: Replies
  refusals?: readonly number[]
  failure?: string
}

export const operation = <
  Params extends Fields = z.ZodObject<{}>,
  Query extends Fields = z.ZodObject<{}>,
  Body extends Fields = z.ZodObject<{}>,
  const Replies extends Answers = Answers,
  const Who extends ApiOperation['who'] = ApiOperation['who'],
>(
  given: Omit<ApiOperation<Params, Query, Body, Replies, Who>, 'method' | 'path'>,
) => {
  const { method, path } = readCall(given.id)
  return { ...given, method, path: `/api/${path.replace(/:(\w+)\??/g, '{$1}')}` as const }
}

export const refusalShape = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  stores: z
    .array(z.strictObject({ coupon_code: z.string(), name: z.string() }))
    .optional()
    .meta({
      description:
        'Only from resolve-link, if several stores have the host: repeat the call with one coupon_code as store.',
    }),
})

export type RefusalBody = z.output<typeof refusalShape>

export function listUsualRefusals({
  who,
  method,
  params,
  query,
  body,
  upload,
  subject,
}: ApiOperation): number[] {
  return [
    ...(query || params || body ? [422] : []),
    ...(method !== 'GET' ? [400, 403, 413, 415] : []),
    ...(upload || subject ? [400] : []),
    ...(who === 'member' ? [401] : []),
    ...(subject ? [403] : []),
    ...(who === 'nobody' && method === 'GET' ? [] : [429]),
    500,
    503,
  ]
}

export const rowId = z
  .union([z.string(), z.number()])
  .refine((given) => ROW_ID.test(String(given)), 'This is not an id.')
  .transform(Number)

export const ofMember = {
  who: 'member',
  subject: 'userId',
  params: z.object({ userId: rowId }),
} as const

export const listSchema = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ success: z.literal(true), data: z.array(item), ...sliceShape })
