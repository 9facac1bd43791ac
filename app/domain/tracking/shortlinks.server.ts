import { asc, eq } from 'drizzle-orm'
import { getOfferState, type OfferDates, type OfferState } from '~/domain/catalog/offers'
import { findAnyOffer, type OfferSummary } from '~/domain/catalog/offers.server'
import { RESERVED } from '~/domain/catalog/slugs'
import { db, type Reader } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { shortlinks } from '~/platform/db/schema/editorial'
import { done, refused, type Outcome, type Refused } from '~/platform/outcome'

export interface Shortlink {
  slug: string
  campaign_id: number
  title: string
  created_at: Date
}

export function listShortlinks(): Promise<(Shortlink & OfferDates)[]> {
  const { slug, campaign_id, created_at } = shortlinks
  const { title, starts_at, ends_at, hidden_at } = campaigns
  return db
    .select({ slug, campaign_id, title, created_at, starts_at, ends_at, hidden_at })
    .from(shortlinks)
    .innerJoin(campaigns, eq(campaigns.id, campaign_id))
    .orderBy(asc(slug))
}

/** Idempotent. 'not-shown': would redirect to the home page (docs/rules.md#4); 'reserved': a page's path (#5). */
export async function addShortlink(
  text: string,
  offer: string,
  within: Reader = db,
): Promise<
  | Outcome<{ shortlink: Shortlink; isNew: boolean }, 'invalid' | 'reserved' | 'no-offer' | 'taken'>
  | Refused<'not-shown', { offer: OfferSummary; state: OfferState }>
> {
  const slug = text.trim().toLowerCase()
  if (RESERVED.has(slug)) return refused('reserved')
  if (!/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(slug)) return refused('invalid')
  const found = await findAnyOffer(offer, within)
  if (!found) return refused('no-offer')
  const state = getOfferState(found)
  if (state !== 'live') return refused('not-shown', { offer: found, state })
  const added = await within
    .insert(shortlinks)
    .values({ slug, campaign_id: found.id })
    .onConflictDoNothing({ target: shortlinks.slug })
    .returning({ slug: shortlinks.slug })
  const [row] = await within.select().from(shortlinks).where(eq(shortlinks.slug, slug))
  if (row?.campaign_id !== found.id) return refused('taken')
  return done({ shortlink: { ...row, title: found.title }, isNew: added.length > 0 })
}
