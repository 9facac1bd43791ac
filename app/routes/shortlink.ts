/** Redirects a known shortlink to its tracking URL, any other slug to the home page (docs/rules.md#4). */
import { NO_STORE } from '~/platform/config/caching'
import { resource } from '~/http/resource.server'
import { redirectAway, redirectKeepingFlash } from '~/http/respond.server'
import { trimPastedEnd } from '~/platform/formats/well-formed-url'
import { findShortlinkUrl } from '~/domain/tracking/clicks.server'

/** Files that browsers and crawlers request ('ads.txt'): no slug has a dot. */
const FILE = /\.(?:ico|js|json|png|svg|txt|webmanifest|xml)$/i
const TOUCH_ICON = /^apple-touch-icon(?:-\d+x\d+)?(?:-precomposed)?\.png$/i

export const loader = resource(async ({ request, params }) => {
  const slug = params.slug ?? ''
  if (TOUCH_ICON.test(slug)) return redirectKeepingFlash(request, '/apple-touch-icon.png')
  if (FILE.test(slug)) return new Response(null, { status: 404, headers: { 'Cache-Control': NO_STORE } })
  const copied = trimPastedEnd(new URL(request.url))
  if (copied) return redirectKeepingFlash(request, copied)
  const url = await findShortlinkUrl(slug)
  return url ? redirectAway(url) : redirectKeepingFlash(request, '/')
})
