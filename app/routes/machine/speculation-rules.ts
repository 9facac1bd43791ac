import { GUEST_PAGE_PATTERNS, PERSONAL_PARAMETERS } from '~/http/guest-pages'
import type { RouteHandle } from '~/route-handle'

export const handle = { cache: 'guests', failures: 'text' } satisfies RouteHandle

/**
 * For browsers that read a page ahead when somebody is about to follow a link: only pages whose reading changes nothing, not
 * in a new tab, and not once scripts run, which read ahead themselves (app/shell/prefetch.tsx).
 */
const RULES = {
  prefetch: [
    {
      where: {
        and: [
          {
            href_matches: GUEST_PAGE_PATTERNS.map((pathname) => `${pathname}\\?*`).concat(
              GUEST_PAGE_PATTERNS,
            ),
          },
          { not: { href_matches: PERSONAL_PARAMETERS.map((name) => `/*\\?*${name}=*`) } },
          { not: { selector_matches: ['[target]', '[download]', '[data-hydrated] *'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

const BODY = JSON.stringify(RULES)

export const loader = () =>
  new Response(BODY, {
    headers: {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  })
