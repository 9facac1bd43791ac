/** What one call of the JSON API promises: the same words make its checks, its types and its OpenAPI entry. */
import { z } from 'zod/v4'
import { sliceShape } from './slice'

export type Method = 'GET' | 'POST' | 'PUT'

type Fields = z.ZodObject
type Answers = Readonly<Record<number, z.ZodType>>

export interface Operation<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Replies extends Answers = Answers,
  Who extends 'nobody' | 'anybody' | 'member' = 'nobody' | 'anybody' | 'member',
> {
  /** Its name in the OpenAPI document. */
  id: string
  method: Method
  /** Parameters in braces. */
  path: `/api/${string}`
  summary: string
  /**
   * 'nobody': it is the same for everybody, and caches may keep it. 'anybody': who asks may say so. 'member': a bearer is
   * needed.
   */
  who: Who
  /** The field of path, query or body that holds a person's id: it must be the bearer's own. */
  subject?: string
  params?: Params
  query?: Query
  body?: Body
  /** It changes payout details: tokens obtained with a one-time code are refused. */
  needsPassword?: boolean
  /** The body is a form with a file (multipart/form-data), which the handler reads. */
  upload?: boolean
  /** Each status that is no refusal, with the shape of its body. */
  answers: Replies
  /** The statuses of its refusals beyond those that any call of its kind has. */
  refusals?: readonly number[]
  /** The text of a failure that nobody foresaw. */
  failure?: string
}

/** Keeps the types of an operation's parts. */
export const operation = <
  Params extends Fields = z.ZodObject<{}>,
  Query extends Fields = z.ZodObject<{}>,
  Body extends Fields = z.ZodObject<{}>,
  const Replies extends Answers = Answers,
  const Who extends Operation['who'] = Operation['who'],
>(
  given: Operation<Params, Query, Body, Replies, Who>,
) => given

/** Every refusal: what happened, in words for a person; `error` names it for a program, `errors` by field. */
export const refusalShape = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})

export type RefusalBody = z.output<typeof refusalShape>

/** The statuses that any call of this kind may be refused with. */
export function usualRefusals({ who, method, params, query, body, upload, subject }: Operation): number[] {
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

/** A row's number, as text in a path or a query or as a number: digits alone, within what the database counts. */
export const rowId = z
  .union([z.string(), z.number()])
  .refine((given) => /^[1-9]\d{0,14}$/.test(String(given)), 'This is not an id.')
  .transform(Number)

/** The body of every list: its rows, how many there are in all, and where the next ones are. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ success: z.literal(true), data: z.array(item), ...sliceShape })
