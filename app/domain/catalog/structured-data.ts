import { offersPath } from './links'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type StructuredData = { [name: string]: Json }

const CONTEXT = 'https://schema.org'

interface OfferFacts {
  title: string
  store: string
  storeCode: string
  text: string
  type: string
  category: string | null
  href: string
  endsAt: string | null
  endedOn: string | null
  seo: { structuredData: object | null } | null
}

export function buildBreadcrumbs(origin: string, steps: [name: string, path: string][]): StructuredData {
  const all: [string, string][] = [['DealDwaar', '/'], ...steps]
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  }
}

export function buildOfferData(offer: OfferFacts, origin: string): StructuredData | null {
  if (offer.endedOn) return null
  const own = offer.seo?.structuredData as StructuredData | null | undefined
  const about = { name: offer.title, description: offer.text, url: origin + offer.href }
  const offerData: StructuredData = {
    '@type': 'Offer',
    url: about.url,
    seller: buildOrganization(offer, origin),
  }
  if (offer.category) offerData.category = offer.category
  if (offer.endsAt) offerData.validThrough = offer.endsAt
  const isProduct = offer.type.toLowerCase() === 'product' || own?.['@type'] === 'Product'
  if (!isProduct) return { '@context': CONTEXT, ...about, ...offerData, ...own }
  const store = { '@type': 'Brand', name: offer.store }
  const offers = { ...offerData, ...(own?.offers as StructuredData | undefined) }
  return { '@context': CONTEXT, '@type': 'Product', ...about, brand: store, ...own, offers }
}

const buildOrganization = ({ store, storeCode }: OfferFacts, origin: string) => ({
  '@type': 'Organization',
  name: store,
  url: origin + offersPath(storeCode),
})
