/** Whose commission a tracking link brings (docs/rules.md#57). */
import { findNetwork } from './networks'
import type { NetworkSettings } from './network'

export interface LinkOwner {
  network: string
  /** With the port, if it has one. */
  host: string
  /** Without an id in the link, all that follows the host. Empty: an address of another host than the store's. */
  publisher: string
}

interface TrackedOffer {
  network: string
  /** Null: the link is built from the network's template. */
  tracking_url: string | null
  /** Where the offer says that it leads. */
  pages: readonly (string | null)[]
}

/** Of the link, and of each page, and address inside the link, that is of another host than the store's. */
export function listLinkOwners(
  { network, tracking_url, pages }: TrackedOffer,
  storeAddresses: readonly (string | null)[],
  settings: NetworkSettings,
): LinkOwner[] {
  const link = tracking_url !== null && URL.canParse(tracking_url) ? new URL(tracking_url) : null
  const isLinkHost = ({ host }: URL) => host === link?.host
  const stores = storeAddresses.flatMap(findAddress)
  const inside = [...(link?.searchParams.values() ?? [])].flatMap(findAddress)
  // A store that is known by its link alone has the network's host as its page.
  const addresses = [...inside, ...pages.flatMap(findAddress).filter((page) => !isLinkHost(page))]
  const others = addresses.filter(
    (url) => isLinkHost(url) || !stores.some((store) => isOfStore(url.host, store.host)),
  )
  const toOwner = (url: URL): LinkOwner => {
    const { host } = url
    return { network, host, publisher: host === link?.host ? readPublisher(network, url, settings) : '' }
  }
  const owners = [...(link ? [link] : []), ...others].map(toOwner)
  return [...new Map(owners.map((owner) => [`${owner.host} ${owner.publisher}`, owner])).values()]
}

function readPublisher(name: string, url: URL, settings: NetworkSettings): string {
  const link = findNetwork(name)?.link
  const ids = link ? readIds(link.publisher, url) : []
  // A second id is a part of the answer, because nobody knows which one the network reads.
  if (ids.length) return [...new Set(ids)].toSorted().join(' ')
  return link?.template?.(settings).publisherId ?? url.pathname + url.search
}

type Place = NonNullable<ReturnType<typeof findNetwork>>['link']['publisher']

function readIds(place: Place, url: URL): string[] {
  if ('path' in place) return place.path.exec(url.pathname)?.slice(1) ?? []
  return [...url.searchParams]
    .filter(([name]) => place.parameters.includes(name.toLowerCase()))
    .map(([, id]) => id)
}

/** Links escape an address once or twice. */
function findAddress(text: string | null): URL[] {
  if (text === null) return []
  const address = /^(?:https?:)?(?:\/\/|%2f%2f)/i.test(text) ? text : decode(text)
  const full = decode(address).trim()
  if (!/^(?:https?:)?\/\//i.test(full) || !URL.canParse(full, 'https://relative.invalid')) return []
  return [new URL(full, 'https://relative.invalid')]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isOfStore = (host: string, store: string): boolean => {
  const domain = store.replace(/^www\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

/** Of the network, as the environment names its host and our id there. */
export function isOwnLink({ network, host, publisher }: LinkOwner, settings: NetworkSettings): boolean {
  const link = findNetwork(network)?.link
  const template = link?.template?.(settings)
  const own = link?.own?.(settings) ?? {
    host: template?.base ? new URL(template.base).host : '',
    publisherId: template?.publisherId,
  }
  return own.host === host && own.publisherId === publisher
}
