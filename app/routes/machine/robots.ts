import type { LoaderFunctionArgs } from '@remix-run/node'
import { env } from '~/platform/config/env.server'
import { sharedHeaders } from '~/http/page'
import { listClosedPaths } from '~/http/route-table.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', failures: 'text' } satisfies RouteHandle

export function loader({ request }: LoaderFunctionArgs) {
  const closed = [...listClosedPaths(), '/*dialog=']
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)]
  return new Response(`${lines.join('\n')}\n\nSitemap: ${env().publicOrigin}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...sharedHeaders(request) },
  })
}
