/** Hosts and publishers of tracking links: those of the environment, and those that people have agreed to (docs/rules.md#57). */
import { and, eq, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { isOwnLink, listLinkOwners, type LinkOwner } from '~/platform/config/link-owners'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { allowedLinks, type campaigns } from '~/platform/db/schema/catalogue'
import type { FeedRow } from './feeds'

const toKey = ({ network, host, publisher }: LinkOwner) => JSON.stringify([network, host, publisher])

export type IsAllowed = (owner: LinkOwner) => boolean

export async function readAllowedLinks(reader: Reader): Promise<IsAllowed> {
  const keys = new Set((await reader.select().from(allowedLinks)).map(toKey))
  const settings = env()
  return (owner) => isOwnLink(owner, settings) || keys.has(toKey(owner))
}

/** The link that an offer has, as far as it decides whose commission it is. */
export type StoredLink = Pick<typeof campaigns.$inferSelect, 'network' | 'tracking_url' | 'url'>

/** Those that are not allowed, and that the offer's stored link does not have. A row cannot say what the address of a known store is. */
export function listNewOwners(
  { campaign: offer, origin, brand: store }: FeedRow,
  stored: StoredLink | undefined,
  storeUrl: string | null,
  isAllowed: IsAllowed,
): LinkOwner[] {
  const settings = env()
  const pages = [origin, store.store_url]
  const storedPage = stored && stored.url !== stored.tracking_url ? stored.url : null
  const trusted = storeUrl === null ? pages : [storeUrl, storedPage]
  const before = stored ? listLinkOwners({ ...stored, pages: [] }, trusted, settings) : []
  const known = new Set(before.map(toKey))
  return listLinkOwners({ ...offer, pages }, trusted, settings).filter(
    (owner) => !isAllowed(owner) && !known.has(toKey(owner)),
  )
}

/** Of a link that was set by hand, where its feed names another network: nobody has agreed to the two together. */
export function listHandOwners(
  offer: StoredLink,
  storeUrl: string | null,
  isAllowed: IsAllowed,
): LinkOwner[] {
  const owners = listLinkOwners({ ...offer, pages: [offer.url] }, [storeUrl], env())
  return owners.filter((owner) => !isAllowed(owner))
}

/** Idempotent. Returns those that were new. */
export async function allowLinks(owners: readonly LinkOwner[], by: string, tx: Tx): Promise<LinkOwner[]> {
  if (!owners.length) return []
  return tx
    .insert(allowedLinks)
    .values(owners.map(({ network, host, publisher }) => ({ network, host, publisher, allowed_by: by })))
    .onConflictDoNothing()
    .returning()
}

/** Returns those that were allowed. Offers that have such a link keep it. */
export const forbidLinks = (host: string, publisher: string | undefined, tx: Tx): Promise<LinkOwner[]> =>
  tx
    .delete(allowedLinks)
    .where(
      and(
        eq(allowedLinks.host, host),
        publisher === undefined ? undefined : eq(allowedLinks.publisher, publisher),
      ),
    )
    .returning()

export interface ListedLink extends LinkOwner {
  state: 'configured' | 'allowed' | 'not confirmed'
  allowed_by: string | null
  since: Date | null
  offers: number
  clicks: number
}

/** What is allowed, and what live offers with clicks of 90 days have beside it; the most clicked first. */
export async function listLinks(reader: Reader = db): Promise<ListedLink[]> {
  const links = new Map<string, ListedLink>()
  for (const { network, host, publisher, allowed_by, created_at } of await reader.select().from(allowedLinks))
    links.set(toKey({ network, host, publisher }), {
      network,
      host,
      publisher,
      state: 'allowed',
      allowed_by,
      since: created_at,
      offers: 0,
      clicks: 0,
    })
  const settings = env()
  for (const { clicks, url, store_url, ...link } of await readClickedLinks(reader))
    for (const owner of listLinkOwners({ ...link, pages: [] }, [url, store_url], settings)) {
      const key = toKey(owner)
      const known = links.get(key) ?? {
        ...owner,
        state: isOwnLink(owner, settings) ? 'configured' : 'not confirmed',
        allowed_by: null,
        since: null,
        offers: 0,
        clicks: 0,
      }
      links.set(key, { ...known, offers: known.offers + 1, clicks: known.clicks + clicks })
    }
  return [...links.values()].toSorted((a, b) => b.clicks - a.clicks || (toKey(a) < toKey(b) ? -1 : 1))
}

const readClickedLinks = (reader: Reader) =>
  reader.execute<{
    network: string
    tracking_url: string
    url: string
    store_url: string | null
    clicks: number
  }>(sql`
    SELECT c.network, c.tracking_url, c.url, b.store_url, k.clicks
      FROM campaigns c JOIN brands b ON b.id = c.brand_id
      JOIN (SELECT campaign_id, count(*)::int AS clicks FROM clicks WHERE created_at > now() - interval '90 days' GROUP BY 1) k
        ON k.campaign_id = c.id
     WHERE c.listed AND c.tracking_url IS NOT NULL`)

/** Links that were in use before they were asked about, for an owner to confirm. */
export const findUnconfirmedLinks = async (reader: Reader = db): Promise<ListedLink[]> =>
  (await listLinks(reader)).filter(({ state }) => state === 'not confirmed')
