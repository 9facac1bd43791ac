import { suggest } from '~/domain/catalog/search.server'
import { resource } from '~/http/resource.server'
import { sharedHeaders } from '~/http/page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', failures: 'json' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  const q = new URL(request.url).searchParams.get('q') ?? ''
  const suggestions = await suggest(q)
  return Response.json({ suggestions }, { headers: sharedHeaders(request, ['q']) })
}, 'json')
