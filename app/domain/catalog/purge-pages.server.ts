import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { catalogueVersion } from '~/platform/db/schema/catalogue'

/** Every server drops the pages that it rendered before (docs/decisions/0037-page-cache.md). */
export async function purgePages(within: Reader = db): Promise<void> {
  const next = sql`${catalogueVersion.version} + 1`
  await within.update(catalogueVersion).set({ version: next, purged: next, updated_at: sql`now()` })
}
