/**
 * For each one and two characters that a title holds: the best-ranked offers. An index of trigrams cannot find so short
 * texts. For each trigram: how many titles hold it. Only catalogues larger than what a search walks need that table. Beside it
 * the words of titles, stores and categories, by which typing errors are corrected.
 */
import { sql } from 'drizzle-orm'
import { readTurn, takeTurn } from '~/db/job-lock.server'
import { db } from '~/db/client.server'
import { log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { totalOf } from '../lists/shelf.server'
import { isLive } from '../unexpired.server'
import { trigramsOf } from './pieces.server'
import { addNames, addTitle, rowsOf, type Vocabulary } from './vocabulary.server'
import { gramsOf, MOST_FOUND, WALK } from './search.server'

const JOB = 'title grams'
const MOST_BEGINNING = 8
const ROWS_READ = 2_000
const ROWS_WRITTEN = 200

/** Trigrams are counted in every so manieth title. */
const SAMPLE = 16

interface Gram {
  begins: string[]
  ids: string[]
  /** Titles, of a trigram only. */
  titles: number
}

interface Built {
  version: number
}

const readVersion = async () => {
  const [row] = await db.execute<{ version: number; total: number }>(sql`
    SELECT version::int AS version, ${totalOf({ of: 'all' })} AS total FROM catalogue_version`)
  return row!
}

/** Builds the table if the catalogue changed since, `pause` seconds after the last time at the earliest; true if it did. */
export async function buildGrams(pause = 30): Promise<boolean> {
  const { version, total } = await readVersion()
  const before = await readTurn<Built>(JOB)
  if (before?.result.version === version) return false
  return (await takeTurn<Built>(JOB, pause, () => build(version, total > WALK))) !== null
}

async function build(version: number, isLarge: boolean): Promise<Built> {
  const vocabulary: Vocabulary = new Map()
  const grams = await readGrams(vocabulary, isLarge)
  await addNames(vocabulary)
  await db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM title_grams`)
    await insertAll(
      [...grams].map(([gram, { begins, ids, titles }]) => ({
        gram,
        begins: listOf(begins),
        ids: listOf(ids),
        titles,
      })),
      (rows) =>
        tx.execute(sql`
        INSERT INTO title_grams (gram, begins, ids, titles)
        SELECT gram, begins::bigint[], ids::bigint[], titles
          FROM json_to_recordset(${rows}::text::json) AS r (gram text, begins text, ids text, titles integer)`),
    )
    await tx.execute(sql`DELETE FROM search_words`)
    await insertAll(rowsOf(vocabulary), (rows) =>
      tx.execute(sql`
        INSERT INTO search_words (word, text, sound, times)
        SELECT word, text, sound, times
          FROM json_to_recordset(${rows}::text::json) AS r (word text, text text, sound text, times integer)`),
    )
  })
  return { version }
}

async function insertAll(all: object[], insert: (rows: string) => PromiseLike<unknown>): Promise<void> {
  for (let first = 0; first < all.length; first += ROWS_WRITTEN)
    await insert(JSON.stringify(all.slice(first, first + ROWS_WRITTEN)))
}

const listOf = (ids: string[]) => `{${ids.join(',')}}`

/** One pass by rank: the first offers of each gram are its best. */
async function readGrams(vocabulary: Vocabulary, isLarge: boolean): Promise<Map<string, Gram>> {
  const grams = new Map<string, Gram>()
  let after = { rank: -1, id: '0' }
  let read = 0
  for (;;) {
    const rows = await db.execute<{ id: string; rank: number; title: string }>(sql`
      SELECT c.id, c.rank, c.title FROM campaigns c
       WHERE ${isLive('c')} AND (c.rank, c.id) > (${after.rank}::int, ${after.id}::bigint)
       ORDER BY c.rank, c.id LIMIT ${sql.raw(String(ROWS_READ))}`)
    for (const { id, title } of rows) {
      addTitle(vocabulary, title)
      if (!isLarge) continue
      note(grams, id, title)
      if (read++ % SAMPLE === 0) for (const gram of trigramsOf(title)) gramOf(grams, gram).titles += SAMPLE
    }
    const last = rows.at(-1)
    if (!last) return grams
    after = last
  }
}

function note(grams: Map<string, Gram>, id: string, title: string): void {
  const start = [...title.slice(0, 4).toLowerCase()]
  const starts = new Set([start[0], start.slice(0, 2).join('')])
  for (const gram of new Set([...title.toLowerCase(), ...gramsOf(title)])) {
    const known = gramOf(grams, gram)
    if (known.ids.length <= MOST_FOUND) known.ids.push(id)
    if (known.begins.length < MOST_BEGINNING && starts.has(gram)) known.begins.push(id)
  }
}

function gramOf(grams: Map<string, Gram>, gram: string): Gram {
  let known = grams.get(gram)
  if (!known) grams.set(gram, (known = { begins: [], ids: [], titles: 0 }))
  return known
}

export const startGrams = (every = 30): Schedule =>
  schedule(JOB, every, async () => {
    if (await buildGrams()) log('info', 'title grams built')
  })
