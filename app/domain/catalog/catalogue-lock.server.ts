import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'

/** Serializes changes of many rows of the catalogue: the trigger that raises the version takes the same row lock. */
export const lockCatalogue = (tx: Tx) =>
  tx.execute(sql`SELECT id FROM catalogue_version WHERE id = 1 FOR UPDATE`)

/** Suspends the triggers of version and stores: an import ends with rankIn(), which runs them once. */
export const lockForImport = (tx: Tx) =>
  tx.execute(
    sql`SELECT id, set_config('dealdwaar.importing', 'on', true) FROM catalogue_version WHERE id = 1 FOR UPDATE`,
  )

export const raiseVersion = (tx: Pick<Tx, 'execute'>) =>
  tx.execute(sql`UPDATE catalogue_version SET version = version + 1, updated_at = now() WHERE id = 1`)

export const unlockFromImport = (tx: Tx) =>
  tx.execute(sql`SELECT set_config('dealdwaar.importing', 'off', true)`)
