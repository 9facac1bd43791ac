/** From a pasted address to the offer of its store (docs/rules.md#64). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns, linkOffers, storeHosts } from '~/platform/db/schema/catalogue'
import { done, refused, type Done, type Outcome, type Refused } from '~/platform/outcome'
import { classifyCredit } from '~/platform/formats/money'
import { selectImage } from './image-columns.server'
import { findAnyOffer, type OfferSummary } from './offers.server'
import { findHostOwners, readNetworkHosts } from './product-links/hosts.server'
import { classifyLinkHost } from './product-links/link-hosts'
import { listLinkOffers, type LinkOffer } from './product-links/link-offers.server'
import {
  listRegistrable,
  readAddress,
  type Address,
  type AddressRefusal,
} from './product-links/read-address.server'
import { sealProduct } from './product-links/seal.server'
import { computePayout, rateColumns } from './rates.server'
import type { StoreSummary } from './stores.server'
import { describeStore, type StoreFacts } from './waits'
import { waitColumns } from './waits.server'

export { listRegistrable, readAddress } from './product-links/read-address.server'
export { sealProduct, unsealProduct, type ProductLink, type ShownRate } from './product-links/seal.server'
export { readTerms } from './product-links/link-offers.server'
export { listStoreHosts, type StoreHost } from './product-links/hosts.server'
export { listUnknownHosts, recordUnknownHost, type UnknownHost } from './product-links/unknown-hosts.server'

export interface LinkStore {
  id: number
  name: string
  coupon_code: string
  logo: string | null
  facts: StoreFacts
}

export type AddressProblem = AddressRefusal | 'own-address' | 'short-link' | 'network-link'

export type LinkRefusal =
  | Refused<AddressProblem>
  /** `domain`: what the host is registered as; null: nobody can register it. */
  | Refused<'unknown-store', { host: string; domain: string | null }>
  | Refused<'no-offer', { store: LinkStore }>
  | Refused<'several-stores', { target: string; stores: LinkStore[] }>

export interface ResolvedOffer extends LinkOffer {
  /** For `/out/{offer}?to=`. */
  to: string
}

export interface ResolvedLink {
  target: string
  host: string
  store: LinkStore
  /** Several have rates for certain goods. */
  offers: ResolvedOffer[]
}

/** `chosen`: the coupon_code of one of several stores of the host. */
export async function resolveProductLink(
  text: string,
  chosen?: string | null,
): Promise<Done<ResolvedLink> | LinkRefusal> {
  const address = readAddress(text)
  if (!address.ok) return address
  const found = await findStoresOf(address)
  if (!found.ok) return found
  const stores = await readStores(found.ids)
  const named = stores.filter((store) => store.coupon_code === chosen)
  const candidates = named.length ? named : stores
  const [best] = candidates
  if (!best) return refuseUnknown(address)
  const withOffers = (
    await Promise.all(candidates.map(async (store) => ({ store, offers: await listLinkOffers(store.id) })))
  ).filter(({ offers }) => offers.length > 0)
  const [only, second] = withOffers
  if (!only) return refused('no-offer', { store: best })
  return second
    ? refused('several-stores', { target: address.target, stores: withOffers.map(({ store }) => store) })
    : resolveAt(address, only)
}

interface StoreOffers {
  store: LinkStore
  offers: LinkOffer[]
}

const resolveAt = ({ target, host }: Address, { store, offers }: StoreOffers): Done<ResolvedLink> =>
  done({
    target,
    host,
    store,
    offers: offers.map((offer) => ({
      ...offer,
      to: sealProduct({ offer: offer.id, target, shown: offer.rate }),
    })),
  })

const refuseUnknown = ({ host, names }: Address) =>
  refused('unknown-store', { host, domain: names.at(-1) ?? null })

type StoresOfAddress =
  Done<{ ids: number[] }> | Refused<AddressProblem> | Extract<LinkRefusal, { reason: 'unknown-store' }>

const removeWww = (host: string) => host.replace(/^www\./, '')

/** Other hosts in one address. Each is looked up, so that a text must not decide how many there are. */
const MOST_OTHER_HOSTS = 3

/** An address that names another site inside may lead there, whatever its own host is. */
async function findStoresOf(address: Address): Promise<StoresOfAddress> {
  const { host, names, innerHosts } = address
  if (removeWww(host) === removeWww(new URL(env().publicOrigin).hostname)) return refused('own-address')
  const others = [...new Set(innerHosts)].filter((name) => name !== host)
  if (others.length > MOST_OTHER_HOSTS) return refused('network-link')
  const networkHosts = await readNetworkHosts()
  const owners = await findHostOwners(names, networkHosts)
  if (typeof owners === 'string') return refused(owners)
  const ofOthers = await Promise.all(
    others.map((name) => findHostOwners(listRegistrable(name), networkHosts)),
  )
  const isOwn = (one: (typeof ofOthers)[number]) =>
    typeof one !== 'string' && one.stores.some((id) => owners.stores.includes(id))
  if (!ofOthers.every(isOwn)) return refused('network-link')
  return owners.stores.length ? done({ ids: owners.stores }) : refuseUnknown(address)
}

const MOST_STORES = 10

async function readStores(ids: readonly number[]): Promise<LinkStore[]> {
  const rows = await db
    .select({
      id: brands.id,
      name: brands.name,
      coupon_code: brands.coupon_code,
      logo: selectImage(sql`brands.img`),
      ...waitColumns,
    })
    .from(brands)
    .where(inArray(brands.id, [...ids]))
    .orderBy(brands.rank, brands.id)
    .limit(MOST_STORES)
  return rows.map(({ id, name, coupon_code, logo, ...row }) => ({
    id,
    name,
    coupon_code,
    logo,
    facts: describeStore(row.counted, row),
  }))
}

const findOwnersOf = async (target: string) =>
  findHostOwners(listRegistrable(new URL(target).hostname), await readNetworkHosts())

/** Asked again when a sealed product comes back, because hosts may have changed meanwhile. */
export async function isOfStore(target: string, storeId: number): Promise<boolean> {
  const owners = await findOwnersOf(target)
  return typeof owners !== 'string' && owners.stores.includes(storeId)
}

/** The coupon_code of the offer's store where its host has several; null: no choice was needed. */
export async function findChosenStore(target: string, offer: number): Promise<string | null> {
  const owners = await findOwnersOf(target)
  if (typeof owners === 'string' || owners.stores.length < 2) return null
  const [store] = await db
    .select({ coupon_code: brands.coupon_code })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(eq(campaigns.id, offer), inArray(brands.id, owners.stores)))
  return store?.coupon_code ?? null
}

/** Null: no name that one owner can register. */
function readHost(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const address = `https://${text}`
  if (!/^[^\s/?#@:\\]+$/.test(text) || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '')
  return listRegistrable(host).length && !/^[\d.]+$/.test(host) ? host : null
}

/** The address of a store becomes that of the products below it. Idempotent; a host of another store is moved. */
export async function addStoreHost(
  typed: string,
  { id }: StoreSummary,
  tx: Tx,
): Promise<Outcome<{ host: string; before: number | null }, 'invalid' | 'link-host'>> {
  const host = readHost(typed)
  if (host === null) return refused('invalid')
  if (classifyLinkHost(host)) return refused('link-host')
  const [row] = await tx.select().from(storeHosts).where(eq(storeHosts.host, host))
  await tx
    .insert(storeHosts)
    .values({ host, store_id: id })
    .onConflictDoUpdate({ target: storeHosts.host, set: { store_id: id } })
  return done({ host, before: row?.store_id ?? null })
}

/** Hosts of the store's own address stay. */
export async function removeStoreHost(
  typed: string,
  tx: Tx,
): Promise<Outcome<{ host: string; before: number }, 'unknown'>> {
  const host = readHost(typed) ?? ''
  const [row] = await tx.delete(storeHosts).where(eq(storeHosts.host, host)).returning()
  return row ? done({ host, before: row.store_id }) : refused('unknown')
}

type LinkOfferSet =
  | Done<{ offer: OfferSummary | null; before: number | null }>
  | Refused<'no-offer'>
  | Refused<'other-store' | 'has-code' | 'no-cashback', { offer: OfferSummary }>

/** `which` null: the best ranked offer that fits. */
export async function setLinkOffer(storeId: number, which: string | null, tx: Tx): Promise<LinkOfferSet> {
  const chosen = which === null ? null : await findAnyOffer(which, tx)
  if (which !== null && !chosen) return refused('no-offer')
  const offer = chosen && (await readOffer(chosen.id, tx))
  if (chosen && offer?.store !== storeId) return refused('other-store', { offer: chosen })
  if (chosen && offer?.code != null) return refused('has-code', { offer: chosen })
  if (chosen && offer && classifyCredit(computePayout(offer)) !== 'cashback')
    return refused('no-cashback', { offer: chosen })
  // Otherwise two operators at once would log the same offer as replaced.
  await tx.select({ id: brands.id }).from(brands).where(eq(brands.id, storeId)).for('update')
  const ofStore = eq(linkOffers.store_id, storeId)
  const [before] = await tx.select().from(linkOffers).where(ofStore)
  if (chosen)
    await tx
      .insert(linkOffers)
      .values({ store_id: storeId, campaign_id: chosen.id })
      .onConflictDoUpdate({ target: linkOffers.store_id, set: { campaign_id: chosen.id } })
  else await tx.delete(linkOffers).where(ofStore)
  return done({ offer: chosen, before: before?.campaign_id ?? null })
}

async function readOffer(offerId: number, reader: Reader) {
  const [row] = await reader
    .select({ store: campaigns.brand_id, code: campaigns.code, ...rateColumns })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, offerId))
  return row
}
