import { z } from 'zod/v4'
import { readPageNumber, withSearch } from '~/http/urls'

/** Rows in a response without paging. */
const MOST_AT_ONCE = 1000
const MOST_ON_PAGE = 100
const USUAL_ON_PAGE = 20

const whole = 'Page number, from 1. Without page and limit the response has all rows, at most 1,000.'

/** A page beyond the last is empty, however large its number is. */
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

export interface Slice {
  page: number
  limit: number
  next: string
}

/** `path` is the path and query of the request. */
export function sliceOf({ page, limit }: z.output<typeof sliceQuery>, path: string): Slice {
  if (page === undefined && limit === undefined) {
    const next = { page: String(MOST_AT_ONCE / MOST_ON_PAGE + 1), limit: String(MOST_ON_PAGE) }
    return { page: 1, limit: MOST_AT_ONCE, next: withSearch(path, next) }
  }
  const at = { page: page ?? 1, limit: limit ?? USUAL_ON_PAGE }
  return { ...at, next: withSearch(path, { page: String(at.page + 1), limit: String(at.limit) }) }
}

export const sliceShape = {
  page: z.int(),
  limit: z.int().meta({ description: 'Page size.' }),
  total: z.int().meta({ description: 'Number of rows on all pages.' }),
  next: z.string().optional().meta({ description: 'Path of the next page; absent on the last page.' }),
}

export function describePart({ page, limit, next }: Slice, total: number, shown: number) {
  const hasMore = shown > 0 && (page - 1) * limit + shown < total
  return { page, limit, total, ...(hasMore && { next }) }
}
