import { sql } from 'drizzle-orm'
import { readLastRun, runIfDue } from '~/platform/db/jobs.server'
import { db } from '~/platform/db/client.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { isLive } from '../campaign-conditions.server'
import { addNames, addTitle, toRows, type Vocabulary } from './vocabulary.server'

const JOB = 'search words'
const ROWS_READ = 2_000
const ROWS_WRITTEN = 200

interface WordsResult {
  version: number
}

/** Builds the words if the catalogue changed, at most every `pause` seconds; true if built. */
export async function buildWords(pause = 30): Promise<boolean> {
  const [row] = await db.execute<{ version: number }>(
    sql`SELECT version::int AS version FROM catalogue_version`,
  )
  const { version } = row!
  const before = await readLastRun<WordsResult>(JOB)
  if (before?.result.version === version) return false
  return (await runIfDue<WordsResult>(JOB, pause, () => build(version))) !== null
}

async function build(version: number): Promise<WordsResult> {
  const vocabulary: Vocabulary = new Map()
  await addTitles(vocabulary)
  await addNames(vocabulary)
  const words = toRows(vocabulary)
  await db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM search_words`)
    for (let first = 0; first < words.length; first += ROWS_WRITTEN)
      await tx.execute(sql`
        INSERT INTO search_words (word, text, sound, times)
        SELECT word, text, sound, times
          FROM json_to_recordset(${JSON.stringify(words.slice(first, first + ROWS_WRITTEN))}::text::json)
               AS r (word text, text text, sound text, times integer)`)
  })
  return { version }
}

/** Reads by rank, because there is room only for the first words. */
async function addTitles(vocabulary: Vocabulary): Promise<void> {
  let after = { rank: -1, id: '0' }
  for (;;) {
    const rows = await db.execute<{ id: string; rank: number; title: string }>(sql`
      SELECT c.id, c.rank, c.title FROM campaigns c
       WHERE ${isLive('c')} AND (c.rank, c.id) > (${after.rank}::int, ${after.id}::bigint)
       ORDER BY c.rank, c.id LIMIT ${sql.raw(String(ROWS_READ))}`)
    for (const { title } of rows) addTitle(vocabulary, title)
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

export const wordsTimer = defineTimer({
  name: JOB,
  every: 30,
  does: 'build the words of the search after a change of the catalogue',
  job: { name: JOB },
  work: async () => {
    if (await buildWords()) log('info', 'search words built')
  },
})
