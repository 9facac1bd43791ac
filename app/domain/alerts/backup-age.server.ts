import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import type { Sample } from '~/platform/metric-names'
import { withTimeout } from '~/platform/with-timeout'

interface LastBackup {
  /** Null: none yet. */
  made: Date | null
  /** Since it was made; without one, since the install. */
  ageSeconds: number
}

/** By DATA_DIR/last-backup, which the backup job writes. Null: the demo, which has none. */
export async function readLastBackup(): Promise<LastBackup | null> {
  const { DATABASE_URL, DATA_DIR } = env()
  if (!DATABASE_URL) return null
  const file = await stat(path.resolve(DATA_DIR, 'last-backup')).catch(() => null)
  const since = file?.mtime ?? (await readInstalledAt())
  return { made: file?.mtime ?? null, ageSeconds: Math.max(0, (Date.now() - since.getTime()) / 1000) }
}

/** The first start wrote the first values of the settings. */
async function readInstalledAt(): Promise<Date> {
  const [row] = await db.execute<{ at: string | null }>(sql`SELECT min(created_at) AS at FROM settings`)
  return new Date(row?.at ?? 0)
}

const PATIENCE_MS = 2500

/** Empty while the database, which has the time of the install, is away. */
export async function readBackupAge(): Promise<Sample[]> {
  const last = await withTimeout(
    readLastBackup().catch(() => null),
    PATIENCE_MS,
    () => null,
  )
  return last ? [{ name: 'dealdwaar_backup_age_seconds', value: last.ageSeconds }] : []
}
