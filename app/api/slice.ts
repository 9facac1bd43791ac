import { z } from 'zod/v4'
import type { Place } from '~/domain/catalog/listings.server'
import { withSearch } from '~/http/form/site-paths'
import { readPageNumber } from '~/http/urls'

const MOST_AT_ONCE = 1000
const MOST_ON_PAGE = 100
const USUAL_ON_PAGE = 20

const whole = 'Page number, from 1. Without page and limit the response has all rows, at most 1,000.'

const PLACE = /^(\d{1,10})-(\d{1,15})$/

export const sliceQuery = z.object({
  page: z
    .string()
    .refine((text) => readPageNumber(text) !== null, 'A whole number from 1.')
    .transform((text) => readPageNumber(text)!)
    .optional()
    .meta({ description: whole }),
  limit: z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_ON_PAGE,
      `A whole number from 1 to ${MOST_ON_PAGE}.`,
    )
    .transform(Number)
    .optional()
    .meta({
      description: `Page size, at most ${MOST_ON_PAGE}; default ${USUAL_ON_PAGE} where page is given.`,
    }),
})

export const listQuery = sliceQuery.extend({
  after: z
    .string()
    .regex(PLACE, 'As in `next`.')
    .transform((text) => {
      const [, rank, id] = PLACE.exec(text) ?? []
      return { rank: Number(rank), id: Number(id) }
    })
    .optional()
    .meta({ description: 'Where the list goes on, as `next` has it; without page.' }),
})

export interface Slice {
  page: number
  limit: number
  after: Place | null
  path: string
}

export function toSlice({ page, limit, after }: z.output<typeof listQuery>, path: string): Slice {
  if (page === undefined && limit === undefined && !after)
    return { page: 1, limit: MOST_AT_ONCE, after: null, path }
  return { page: page ?? 1, limit: limit ?? USUAL_ON_PAGE, after: after ?? null, path }
}

export const sliceShape = {
  page: z.int().optional().meta({ description: 'Absent where `after` is given.' }),
  limit: z.int().meta({ description: 'Page size.' }),
  total: z.int().meta({ description: 'Number of rows on all pages.' }),
  next: z.string().optional().meta({ description: 'Path of what follows; absent at the end.' }),
}

export interface SlicePart {
  total: number
  end?: Place | null
}

export function describePart({ page, limit, after, path }: Slice, { total, end }: SlicePart, count: number) {
  const size = String(Math.min(limit, MOST_ON_PAGE))
  const hasMore = count > 0 && (page - 1) * limit + count < total
  const goOn: Record<string, string | null> | false | null =
    end === undefined
      ? hasMore && { page: String((page * limit) / Number(size) + 1) }
      : end && { page: null, after: `${end.rank}-${end.id}` }
  return {
    ...(!after && { page }),
    limit,
    total,
    ...(goOn && { next: withSearch(path, { ...goOn, limit: size }) }),
  }
}
