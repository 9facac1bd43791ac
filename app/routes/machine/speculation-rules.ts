import { PERSONAL_PARAMETERS } from '~/http/guest-pages'
import { listGuestPages } from '~/http/route-table.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', failures: 'text' } satisfies RouteHandle

/** Prefetches pages without side effects, not in a new tab, and not once scripts run: a link then reads data (docs/decisions/0104-no-offline-copies.md). */
const buildRules = (pages: string[]) => ({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: [...pages, ...pages.map((page) => `${page}\\?*`)] },
          { not: { href_matches: PERSONAL_PARAMETERS.map((name) => `/*\\?*${name}=*`) } },
          { not: { selector_matches: ['[target]', '[download]', '[data-hydrated] *'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

export const loader = () =>
  new Response(JSON.stringify(buildRules(listGuestPages())), {
    headers: {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  })
