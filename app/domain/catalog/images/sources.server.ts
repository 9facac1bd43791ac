import { eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { images, imageSources } from '~/platform/db/schema/images'
import { raiseVersion } from '../catalogue-lock.server'
import { matchSources, type ImageFilter } from './list-sources.server'
import { forgetVariants } from '../images.server'

/** Longer addresses do not fit into the index. */
const LONGEST = 2000

export async function recordSources(tx: Tx, addresses: readonly (string | null)[]): Promise<void> {
  const urls = [...new Set(addresses)].filter(
    (address) => address?.startsWith('https://') && address.length <= LONGEST,
  )
  if (!urls.length) return
  const rows = urls.map((url) => ({ url, host: new URL(url!).host }))
  await tx.execute(sql`
    INSERT INTO image_sources (url, host)
    SELECT url, host FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r (url text, host text)
    ON CONFLICT (url) DO NOTHING`)
}

/** Includes purged images. Returns how many. */
export async function makeDue(filter: ImageFilter): Promise<number> {
  const due = await db
    .update(imageSources)
    .set({ next_attempt_at: sql`now()`, attempts: 0 })
    .where(matchSources(filter))
    .returning({ id: imageSources.id })
  return due.length
}

/** Removes the image of an address for good. False: no feed gave this address. */
export async function purgeSource(url: string): Promise<boolean> {
  const purged = await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ hash: imageSources.hash })
      .from(imageSources)
      .where(eq(imageSources.url, url))
      .for('update')
    if (!known) return null
    await tx
      .update(imageSources)
      .set({ hash: null, failure: null, attempts: 0, fetched_at: null, next_attempt_at: null })
      .where(known.hash === null ? eq(imageSources.url, url) : eq(imageSources.hash, known.hash))
    if (known.hash !== null) await tx.delete(images).where(eq(images.hash, known.hash))
    await raiseVersion(tx)
    return known
  })
  if (purged?.hash) await forgetVariants(purged.hash)
  return purged !== null
}

/** Removes unused addresses, except purged ones, and images without an address. */
export async function removeUnused(): Promise<{ sources: number; hashes: string[] }> {
  const sources = await db.execute(sql`
    DELETE FROM image_sources s
     WHERE next_attempt_at IS NOT NULL AND created_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.img = s.url)
       AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.logo_url = s.url)
       AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.img = s.url)`)
  const removed = await db.execute<{ hash: string }>(sql`
    DELETE FROM images i WHERE NOT EXISTS (SELECT 1 FROM image_sources s WHERE s.hash = i.hash) RETURNING hash`)
  return { sources: sources.count, hashes: removed.map((row) => row.hash) }
}
