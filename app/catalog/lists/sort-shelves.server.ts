/** Sorts the shelves that are too large to be sorted when a page is read (docs/decisions/0060-sorted-lists.md). */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { readTurn, takeTurn } from '~/db/job-lock.server'
import { longTransaction } from '~/db/time-limit.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { conditions, keyOf, orderOf, ratedOffers, type Part } from './sorted.server'
import { MOST_SORTED, SORTED_AT_ONCE, SORTS } from './sorts'

const JOB = 'sorted lists'

interface Sorted {
  version: number
  /** What it took; a large catalogue that changes all the time is sorted for a tenth of the time at most. */
  seconds: number
}

/** Sorts if the catalogue changed since, `pause` seconds after the last time at the earliest; true if it did. */
export async function sortShelves(pause = 30): Promise<boolean> {
  const [row] = await db.execute<{ version: number }>(
    sql`SELECT version::int AS version FROM catalogue_version`,
  )
  const { version } = row!
  const before = (await readTurn<Sorted>(JOB))?.result
  if (before?.version === version) return false
  const turn = pause && Math.max(pause, 10 * (before?.seconds ?? 0))
  return (await takeTurn<Sorted>(JOB, turn, () => sortAll(version))) !== null
}

async function sortAll(version: number): Promise<Sorted> {
  const start = Date.now()
  const parts = await listLarge()
  for (const part of parts) await sortOne(part)
  const keys = parts.map(keyOf)
  await db.execute(sql`DELETE FROM sorted_shelves WHERE NOT shelf = ANY (
    SELECT json_array_elements_text(${JSON.stringify(keys)}::text::json))`)
  return { version, seconds: Math.round((Date.now() - start) / 1000) }
}

/** All shelves with more offers than a page sorts, and what of them has a code, whose number is not known. */
async function listLarge(): Promise<Part[]> {
  const shelves = await db.execute<{ shelf: string }>(
    sql`SELECT shelf FROM shelves WHERE total > ${SORTED_AT_ONCE}::int AND shelf <> 'stores'`,
  )
  const pairs = await db.execute<{ store: string; category: number }>(
    sql`SELECT brand_id AS store, category_id AS category FROM brand_shelves WHERE offers > ${SORTED_AT_ONCE}::int`,
  )
  return [
    ...shelves.map(({ shelf }) => partOf(shelf)).flatMap(withCodes),
    ...pairs.map(({ store, category }): Part => ({ store: Number(store), category })).flatMap(withCodes),
  ]
}

function partOf(shelf: string): Part {
  const [of, id, tail] = shelf.split(':')
  if (of === 'category') return { category: Number(id) }
  if (of === 'brand') return { store: Number(id), only: tail as Part['only'] }
  return { only: of === 'code' ? of : undefined }
}

/** Only the shelves of a category have no shelf of their own for their codes. */
const withCodes = (part: Part): Part[] =>
  part.category === undefined ? [part] : [part, { ...part, only: 'code' }]

const sortOne = (part: Part): Promise<unknown> =>
  longTransaction((tx) =>
    tx.execute(sql`
      WITH rated AS MATERIALIZED (${ratedOffers(conditions(part))})
      INSERT INTO sorted_shelves (shelf, sort, ids)
      ${sql.join(
        SORTS.map(
          (sort) => sql`SELECT ${keyOf(part)}, ${sort}, ARRAY(
            SELECT c.id FROM rated AS c CROSS JOIN LATERAL (SELECT c.percent, c.rupees) AS p
             ORDER BY ${orderOf(sort)} LIMIT ${sql.raw(String(MOST_SORTED + 1))})`,
        ),
        sql` UNION ALL `,
      )}
      ON CONFLICT (shelf, sort) DO UPDATE SET ids = excluded.ids`),
  )

export const startSorting = (every = 30): Schedule =>
  schedule(JOB, every, async () => {
    if (await sortShelves()) log('info', 'large lists sorted')
  })
