/** What the head of every page says: title, description, canonical link, and what a shared link shows. Pure. */
import type { MetaDescriptor } from '@remix-run/node'
import type { StructuredData } from '~/catalog/structured-data'

interface PageMeta {
  /** Whole, with the name of the site. */
  title: string
  description: string
  /** In the canonical spelling, encoded, with the parameters that make another page of it; null: it is no page to keep. */
  path: string | null
  /** PUBLIC_ORIGIN; '' where it could not be read: then nothing absolute is said. */
  origin: string
  /** The picture of a shared link: a path of ours or a whole URL, with its size where that is known. */
  image?: { url: string; width?: number; height?: number }
  /** 'noindex' keeps a page out of search engines. */
  robots?: string
}

const PICTURE = { url: '/og.png', width: 1200, height: 630 }

/** The `meta` of a page route. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, path, origin, image = PICTURE, robots } = page
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
  tags.push({ property: 'og:image', content: new URL(image.url, origin).href })
  if (image.width) tags.push({ property: 'og:image:width', content: String(image.width) })
  if (image.height) tags.push({ property: 'og:image:height', content: String(image.height) })
  if (path !== null) {
    tags.push({ property: 'og:url', content: origin + path })
    tags.push({ tagName: 'link', rel: 'canonical', href: origin + path })
  }
  return tags
}

interface ListMeta extends PageMeta {
  path: string
  /** Which page of the list. */
  page: number
  /** Nothing is on it, or it could not be read: not for search engines. */
  isEmpty: boolean
}

/** The `meta` of a page of a list; `title` without the name of the site, `path` without the page. */
export function listMeta({ title, path, page, isEmpty, ...rest }: ListMeta): MetaDescriptor[] {
  return pageMeta({
    ...rest,
    title: `${title}${page > 1 ? `, page ${page}` : ''} | DealDwaar`,
    path: page > 1 ? `${path}?page=${page}` : path,
    robots: isEmpty ? 'noindex' : undefined,
  })
}

/** PUBLIC_ORIGIN as the root loader gave it to the page's matches; '' when that loader failed. */
export function siteOrigin(matches: { id: string; data?: unknown }[]): string {
  const root = matches.find((match) => match.id === 'root')?.data as { site?: { origin: string } } | undefined
  return root?.site?.origin ?? ''
}

/** The `meta` of a page about one campaign. */
export const campaignMeta = (
  campaign: { title: string; brand: string; text: string; href: string; seo?: SeoText | null },
  page: Pick<PageMeta, 'origin' | 'robots'>,
) =>
  pageMeta({
    ...page,
    title: campaign.seo?.title ?? `${campaign.title} | ${campaign.brand} | DealDwaar`,
    description: campaign.seo?.description || campaign.text || `${campaign.title}: ${campaign.brand}`,
    path: campaign.href,
  })

/** What the operator wrote for search engines. */
interface SeoText {
  title: string
  description: string
}

/** Of a page whose thing is unknown. */
export const missingMeta = (text: string, origin: string) =>
  pageMeta({ title: `${text} | DealDwaar`, description: text, path: null, origin, robots: 'noindex' })

/** What a page tells machines, as JSON-LD; null is left out. */
export const dataMeta = (...all: (StructuredData | null)[]): MetaDescriptor[] =>
  all.flatMap((one) => (one ? [{ 'script:ld+json': one }] : []))
