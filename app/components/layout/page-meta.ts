import type { MetaDescriptor, MetaFunction } from '@remix-run/node'
import { offerPicturePath } from '~/domain/catalog/share-pictures'
import type { Credit } from '~/platform/formats/money'
import { withSearch } from '~/http/form/site-paths'
import type { StructuredData } from '~/domain/catalog/structured-data'

interface PageMeta {
  title: string
  description: string
  /** Encoded path with the parameters that identify the page; null: the page has no canonical URL. */
  path: string | null
  /** PUBLIC_ORIGIN; '' if unknown: absolute URLs are then omitted. */
  origin: string
  /** A path of a picture of 1200 x 630 pixels. */
  image?: string
  robots?: string
}

export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, path, origin, image = '/og.png', robots } = page
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'DealDwaar' },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (robots) tags.push({ name: 'robots', content: robots })
  if (!origin) return tags
  tags.push(
    { property: 'og:image', content: new URL(image, origin).href },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  )
  if (path !== null) {
    tags.push({ property: 'og:url', content: origin + path })
    tags.push({ tagName: 'link', rel: 'canonical', href: origin + path })
  }
  return tags
}

export const createMeta =
  (title: string, description: string, path: string | null, robots?: string): MetaFunction =>
  ({ matches }) =>
    pageMeta({ title: `${title} | DealDwaar`, description, path, origin: readSiteOrigin(matches), robots })

export const createHiddenMeta = (title: string, description: string, path: string | null) =>
  createMeta(title, description, path, 'noindex')

interface ListMeta extends PageMeta {
  path: string
  page: number
  isEmpty: boolean
}

export function listMeta({ title, path, page, isEmpty, ...rest }: ListMeta): MetaDescriptor[] {
  return pageMeta({
    ...rest,
    title: `${title}${page > 1 ? `, page ${page}` : ''} | DealDwaar`,
    path: page > 1 ? withSearch(path, { page: String(page) }) : path,
    robots: isEmpty ? 'noindex' : undefined,
  })
}

type Matches = { id: string; data?: unknown }[]

interface RootSite {
  origin: string
  referral: { share: string }
}

export function findRootSite(matches: Matches): RootSite | undefined {
  const root = matches.find((match) => match.id === 'root')?.data as { site?: RootSite } | undefined
  return root?.site
}

export const readSiteOrigin = (matches: Matches): string => findRootSite(matches)?.origin ?? ''

export const offerMeta = (
  offer: {
    id: number
    title: string
    store: string
    text: string
    href: string
    payout: string
    credit: Credit
    seo?: SeoText | null
  },
  page: Pick<PageMeta, 'origin' | 'robots'>,
) =>
  pageMeta({
    ...page,
    title: offer.seo?.title ?? `${offer.title} | ${offer.store} | DealDwaar`,
    description: offer.seo?.description || offer.text || `${offer.title}: ${offer.store}`,
    path: offer.href,
    image: offerPicturePath(offer.id, offer.credit === 'cashback' ? offer.payout : null),
  })

interface SeoText {
  title: string
  description: string
}

export const missingMeta = (text: string, origin: string) =>
  pageMeta({ title: `${text} | DealDwaar`, description: text, path: null, origin, robots: 'noindex' })

export const dataMeta = (...all: (StructuredData | null)[]): MetaDescriptor[] =>
  all.flatMap((one) => (one ? [{ 'script:ld+json': one }] : []))
