import { isPart, readSitemap, type SitemapEntry } from '~/domain/catalog/sitemap.server'
import { env } from '~/platform/config/env.server'
import { resource } from '~/http/resource.server'
import { sharedHeaders } from '~/http/page'
import { refusal } from '~/http/respond.server'
import { listSitemapPages } from '~/http/route-table.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', failures: 'text' } satisfies RouteHandle

/** The protocol allows 50,000 URLs, but a part of this size is rendered in milliseconds. */
const MOST = 5_000

export const loader = resource(async ({ request }) => {
  const search = new URL(request.url).searchParams
  const part = search.get('part')
  // Unknown parameters are refused, so that they do not fill caches with copies.
  const isKnown = [...search.keys()].every((name) => name === 'part') && search.getAll('part').length < 2
  if (!isKnown || (part !== null && !isPart(part))) return refusal(404, 'Not Found')
  const fixed = listSitemapPages()
  const found = await readSitemap(part, MOST, fixed.length)
  if (!found) return refusal(404, 'Not Found')
  const origin = env().publicOrigin
  const pages = part !== null && part !== '0' ? [] : fixed.map((path) => ({ path, changedAt: null }))
  const body =
    'parts' in found ? renderIndex(origin, found.parts) : renderUrls(origin, [...pages, ...found.entries])
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...sharedHeaders(request, ['part']) },
  })
})

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const renderIndex = (origin: string, parts: string[]) =>
  `<sitemapindex ${XMLNS}>\n${parts
    .map((part) => `<sitemap><loc>${origin}/sitemap.xml?part=${part}</loc></sitemap>`)
    .join('\n')}\n</sitemapindex>`

const renderUrls = (origin: string, entries: SitemapEntry[]) =>
  `<urlset ${XMLNS}>\n${entries
    .map(({ path, changedAt }) => {
      const changed = changedAt && `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>`
      return `<url><loc>${escapeXml(origin + path)}</loc>${changed ?? ''}</url>`
    })
    .join('\n')}\n</urlset>`

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
