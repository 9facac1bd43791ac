import { offersPath } from './links'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type StructuredData = { [name: string]: Json }

const CONTEXT = 'https://schema.org'

interface CampaignFacts {
  title: string
  brand: string
  brandCode: string
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

export function buildCampaignData(campaign: CampaignFacts, origin: string): StructuredData | null {
  if (campaign.endedOn) return null
  const own = campaign.seo?.structuredData as StructuredData | null | undefined
  const about = { name: campaign.title, description: campaign.text, url: origin + campaign.href }
  const offer: StructuredData = {
    '@type': 'Offer',
    url: about.url,
    seller: buildOrganization(campaign, origin),
  }
  if (campaign.category) offer.category = campaign.category
  if (campaign.endsAt) offer.validThrough = campaign.endsAt
  const isProduct = campaign.type.toLowerCase() === 'product' || own?.['@type'] === 'Product'
  if (!isProduct) return { '@context': CONTEXT, ...about, ...offer, ...own }
  const brand = { '@type': 'Brand', name: campaign.brand }
  const offers = { ...offer, ...(own?.offers as StructuredData | undefined) }
  return { '@context': CONTEXT, '@type': 'Product', ...about, brand, ...own, offers }
}

const buildOrganization = ({ brand, brandCode }: CampaignFacts, origin: string) => ({
  '@type': 'Organization',
  name: brand,
  url: origin + offersPath(brandCode),
})
