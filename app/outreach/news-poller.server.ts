/**
 * One query per second and process, however many clients listen. Ids are assigned before commit, so rows become
 * visible out of order: missing ids are queried again for a minute.
 */
import { desc, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { notifications } from '~/db/schema/notifications'
import { errorFacts, log } from '~/runtime/log.server'

export interface News {
  id: number
  userId: number
}

export interface NewsSource {
  latest(): Promise<News[]>
  /** At most 1000 rows after `last`, and those of the `gaps` that have appeared. */
  since(last: number, gaps: number[]): Promise<News[]>
}

/** In ms; longer than any transaction lasts. */
const GAP_LIFE = 60_000
/** Rollbacks and conflicts leave permanent gaps, so the number of tracked gaps is limited. */
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

function createMark() {
  let last: number | null = null
  const gaps = new Map<number, number>()
  return {
    last: () => last ?? 0,
    gaps: () => [...gaps.keys()],
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

/** At most one query runs at a time. Polling continues while the database is down. */
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
    /** Resolves once every later row is sure to be reported; rejects if the database is down. */
    start,
    stop() {
      clearTimeout(run?.timer)
      run = null
    },
  }
}
