/** Which part of a list a call asks for: everything up to a limit, or a page of it. Pure. */
import { z } from 'zod/v4'
import { readPageNumber, withSearch } from '~/http/urls'

/** The most that one answer holds, and the most on a page where pages were asked for. */
export const MOST_AT_ONCE = 1000
const MOST_ON_PAGE = 100
const USUAL_ON_PAGE = 20

const whole = 'Page number, from 1. Without page and limit the response has all rows, at most 1,000.'

/** The query of every list. A page beyond the last is empty, however large its number is. */
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
  /** Rows on a page. */
  limit: number
  /** The path that asks for what comes behind it. */
  next: string
}

/** What a checked query asks for; `path` is that of the call, with its query. */
export function sliceOf({ page, limit }: z.output<typeof sliceQuery>, path: string): Slice {
  if (page === undefined && limit === undefined) {
    const next = { page: String(MOST_AT_ONCE / MOST_ON_PAGE + 1), limit: String(MOST_ON_PAGE) }
    return { page: 1, limit: MOST_AT_ONCE, next: withSearch(path, next) }
  }
  const at = { page: page ?? 1, limit: limit ?? USUAL_ON_PAGE }
  return { ...at, next: withSearch(path, { page: String(at.page + 1), limit: String(at.limit) }) }
}

/** The fields beside the rows of a list. */
export const sliceShape = {
  page: z.int(),
  limit: z.int().meta({ description: 'Page size.' }),
  total: z.int().meta({ description: 'Number of rows on all pages.' }),
  next: z.string().optional().meta({ description: 'Path of the next page; absent on the last page.' }),
}

/** Where a part with so many rows stands among all of them. */
export function describePart({ page, limit, next }: Slice, total: number, shown: number) {
  const hasMore = shown > 0 && (page - 1) * limit + shown < total
  return { page, limit, total, ...(hasMore && { next }) }
}
