// The version of the catalogue, which triggers increase with every change that guests can see; polled every second.
import type postgres from 'postgres'

export interface Versions {
  readonly current: number
  /** Pages of an older version are never served. */
  readonly purged: number
  readonly changedAt: number
}

const INTERVAL_MS = 1000

export interface WatchedVersions extends Versions {
  stop(): void
}

/** Resolves after the first answer, or failure, of the database. While it is away the last version counts. */
export async function watchVersions(sql: postgres.Sql): Promise<WatchedVersions> {
  const versions = { current: 0, purged: 0, changedAt: 0 }
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function poll(): Promise<void> {
    try {
      const [row] = await sql<{ version: string; purged: string }[]>`
        SELECT version, purged FROM catalogue_version WHERE id = 1`
      const [current, purged] = [Number(row?.version ?? 0), Number(row?.purged ?? 0)]
      if (current !== versions.current) Object.assign(versions, { current, changedAt: Date.now() })
      versions.purged = purged
    } catch {
      // The next poll may succeed; pages age meanwhile.
    }
    if (stopped) return
    timer = setTimeout(() => void poll(), INTERVAL_MS).unref()
  }

  await poll()
  return Object.assign(versions, {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  })
}
