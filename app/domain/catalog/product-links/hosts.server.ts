/** Which stores an address is of (docs/rules.md#64). */
import { eq, inArray, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { findNetwork, NETWORK_NAMES } from '~/platform/config/networks'
import { db, type Reader } from '~/platform/db/client.server'
import { allowedLinks, brands, selectStoreHost, storeHosts } from '~/platform/db/schema/catalogue'
import { classifyLinkHost } from './link-hosts'

type HostOwners = { stores: number[] } | 'short-link' | 'network-link'

/**
 * Stores of the longest of `names` that any store has. A host that an operator gave to a store is of that store alone; an
 * address of a shortener or a network is never a store's.
 */
export async function findHostOwners(
  names: readonly string[],
  networkHosts: ReadonlySet<string>,
): Promise<HostOwners> {
  const [host] = names
  if (host === undefined) return { stores: [] }
  const known = classifyLinkHost(host)
  if (known) return known
  const isAmong = inArray(selectStoreHost(sql`${brands.store_url}`), [...names])
  const [byHand, byUrl] = await Promise.all([
    db
      .select({ host: storeHosts.host, id: storeHosts.store_id })
      .from(storeHosts)
      .where(inArray(storeHosts.host, [...names])),
    db
      .select({ host: selectStoreHost(sql`${brands.store_url}`), id: brands.id })
      .from(brands)
      .where(isAmong)
      .orderBy(brands.rank, brands.id),
  ])
  const addedAt = names.findIndex((name) => byHand.some((row) => row.host === name))
  const urlAt = names.findIndex((name) => byUrl.some((row) => row.host === name))
  if (addedAt >= 0 && (urlAt < 0 || addedAt <= urlAt))
    return { stores: byHand.filter((row) => row.host === names[addedAt]).map(({ id }) => id) }
  const ofNetwork = classifyLinkHost(host, networkHosts)
  if (ofNetwork) return ofNetwork
  return { stores: urlAt < 0 ? [] : byUrl.filter((row) => row.host === names[urlAt]).map(({ id }) => id) }
}

/** Of the environment, and those that people have agreed to as hosts of tracking links. */
export async function readNetworkHosts(): Promise<ReadonlySet<string>> {
  const settings = env()
  const configured = NETWORK_NAMES.flatMap((name) => {
    const link = findNetwork(name)!.link
    const base = link.template?.(settings).base
    return [...(base ? [new URL(base).hostname] : []), ...(link.own ? [link.own(settings).host] : [])]
  })
  const allowed = await db
    .select({ host: allowedLinks.host })
    .from(allowedLinks)
    .where(sql`${allowedLinks.publisher} <> ''`)
  return new Set([...configured, ...allowed.map(({ host }) => host.replace(/:\d+$/, ''))])
}

export interface StoreHost {
  host: string
  store_id: number
  store: string
}

export const listStoreHosts = (reader: Reader = db): Promise<StoreHost[]> =>
  reader
    .select({ host: storeHosts.host, store_id: storeHosts.store_id, store: brands.name })
    .from(storeHosts)
    .innerJoin(brands, eq(brands.id, storeHosts.store_id))
    .orderBy(storeHosts.host)
