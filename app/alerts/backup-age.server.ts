import { stat } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/config/env.server'
import type { Sample } from '~/runtime/metric-names'

/** The age of DATA_DIR/last-backup, which the backup job writes; without it, since 1970. The demo has none. */
export async function readBackupAge(): Promise<Sample[]> {
  const { DATABASE_URL, DATA_DIR } = env()
  if (!DATABASE_URL) return []
  const made = await stat(path.resolve(DATA_DIR, 'last-backup')).catch(() => null)
  const value = Math.max(0, (Date.now() - (made?.mtimeMs ?? 0)) / 1000)
  return [{ name: 'dealdwaar_backup_age_seconds', value }]
}
