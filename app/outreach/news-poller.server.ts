/**
 * Who was told something new, on whichever node: one query a second and process over the new rows, however many read.
 * Rows do not appear in the order of their ids, because a transaction takes its id before it commits: an id that was
 * jumped over is asked for again for a minute.
 */
import { desc, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { notifications } from '~/db/schema'
import { errorFacts, log } from '~/log.server'

export interface News {
  id: number
  userId: number
}

/** Where the rows come from; the tests have one without a table. */
export interface NewsSource {
  /** The newest rows: where a poller begins. */
  latest(): Promise<News[]>
  /** The rows after `last`, at most a thousand, and those of the `gaps` that have appeared. */
  since(last: number, gaps: number[]): Promise<News[]>
}

/** How long an id that was jumped over may still appear, in ms: longer than any transaction lasts. */
const GAP_LIFE = 60_000
/** Ids go missing for good too (a transaction that failed, an event that was told before): so many are watched. */
const MOST_GAPS = 1000

const newsFromTable: NewsSource = {
  async latest() {
    const { id, user_id } = notifications
    const rows = await db.select({ id, userId: user_id }).from(notifications).orderBy(desc(id)).limit(100)
    return rows
  },
  async since(last, gaps) {
    const rows = await db.execute<{ id: string; user_id: string }>(sql`
      (SELECT id, user_id FROM notifications WHERE id > ${last} ORDER BY id LIMIT 1000)
      UNION ALL
      SELECT id, user_id FROM notifications
       WHERE id = ANY (string_to_array(${gaps.join(',')}, ',')::bigint[])`)
    return rows.map((row) => ({ id: Number(row.id), userId: Number(row.user_id) }))
  },
}

/** Which rows were seen: up to the last id, but for the gaps below it, each with the time it is given up. */
function createMark() {
  let last: number | null = null
  const gaps = new Map<number, number>()
  return {
    last: () => last ?? 0,
    gaps: () => [...gaps.keys()],
    /** The first call says where to begin. */
    see(rows: News[], now: number) {
      for (const { id } of rows.toSorted((a, b) => a.id - b.id)) {
        gaps.delete(id)
        if (last !== null)
          for (let gap = Math.max(last + 1, id - MOST_GAPS); gap < id; gap++) gaps.set(gap, now + GAP_LIFE)
        last = Math.max(last ?? 0, id)
      }
      last ??= 0
      for (const [gap, until] of gaps) if (until < now || gaps.size > MOST_GAPS) gaps.delete(gap)
    },
  }
}

interface Run {
  ready: Promise<void>
  timer?: NodeJS.Timeout
}

/**
 * Gives `onNews` the rows that are new since start(), each once. Between start() and stop() there is never more than one
 * query at a time; while the database is away it goes on asking.
 */
export function createNewsPoller(onNews: (news: News[]) => void, source = newsFromTable, everyMs = 1000) {
  let run: Run | null = null

  function start(): Promise<void> {
    if (run) return run.ready
    const mark = createMark()
    const mine: Run = {
      ready: source.latest().then((rows) => {
        mark.see(rows, Date.now())
        schedule()
      }),
    }
    let failing = false

    const schedule = () => {
      if (run === mine) mine.timer = setTimeout(() => void ask(), everyMs).unref()
    }
    async function ask() {
      try {
        const rows = await source.since(mark.last(), mark.gaps())
        mark.see(rows, Date.now())
        failing = false
        if (rows.length && run === mine) onNews(rows)
      } catch (error) {
        if (!failing && run === mine) log('error', 'news could not be read', errorFacts(error))
        failing = true
      }
      schedule()
    }

    run = mine
    mine.ready.catch(() => {
      if (run === mine) run = null
    })
    return mine.ready
  }

  return {
    /** Resolves when every row that is written from now on will be told. Rejects where the database is away. */
    start,
    stop() {
      clearTimeout(run?.timer)
      run = null
    },
  }
}
