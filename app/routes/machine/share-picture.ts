import { readPicture } from '~/domain/catalog/share-pictures.server'
import { NO_STORE } from '~/platform/config/caching'
import { resource } from '~/http/resource.server'
import { respondWithImage } from '~/http/image-response.server'
import { refusal } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'text' } satisfies RouteHandle

/** Kept for a day only, because the offer may change. Other sites may show the picture. */
const HEADERS = {
  'Cache-Control': 'public, max-age=86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export const loader = resource(({ request, params, context }) => {
  const [, key] = /^(.+)\.png$/.exec(params.name!) ?? []
  const query = readAmount(new URL(request.url))
  const read = async () => {
    if (key === undefined || !query) return null
    const address = context.clientAddress ?? ''
    const picture = await readPicture({ kind: params.kind!, key, ...query, address })
    return picture === 'too many'
      ? refusal(429, 'Too Many Requests', { 'Retry-After': '60', 'Cache-Control': NO_STORE })
      : picture
  }
  return respondWithImage(request, read, HEADERS)
})

/** Null: the query has something else. */
function readAmount({ searchParams }: URL): { amount: string | null } | null {
  const amount = searchParams.get('v')
  return [...searchParams].length === (amount === null ? 0 : 1) ? { amount } : null
}
