import { eq, or, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'

/** By slug, ignoring case, else by id. Also finds campaigns that are not live. */
export async function pickCampaign(
  which: string,
  reader: Reader = db,
): Promise<{ id: number; title: string } | null> {
  const slug = which.toLowerCase()
  const [found] = await reader
    .select({ id: campaigns.id, title: campaigns.title })
    .from(campaigns)
    .where(
      or(
        eq(campaigns.slug, slug),
        /^[1-9]\d{0,14}$/.test(which) ? eq(campaigns.id, Number(which)) : undefined,
      ),
    )
    .orderBy(sql`${campaigns.slug} = ${slug} DESC`)
    .limit(1)
  return found ?? null
}
