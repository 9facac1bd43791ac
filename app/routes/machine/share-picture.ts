import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPicture } from '~/catalog/share-pictures/read.server'
import { NO_STORE } from '~/config/caching'
import { RETRY_AFTER } from '~/http/page'
import { refusal } from '~/http/respond.server'
import type { RouteHandle } from '~/route-handle'
import { imageHeaders } from '~/runtime/image-cache.server'
import { Busy } from '~/runtime/semaphore'

export const handle = { failures: 'text' } satisfies RouteHandle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, key] = /^(.+)\.png$/.exec(params.name!) ?? []
  try {
    const requested = readAmount(new URL(request.url))
    const picture =
      key === undefined || !requested
        ? null
        : await readPicture({ kind: params.kind!, key, ...requested, address: context.clientAddress ?? '' })
    if (!picture) return refusal(404, 'Not Found')
    if (picture === 'too many')
      return refusal(429, 'Too Many Requests', { 'Retry-After': '60', 'Cache-Control': NO_STORE })
    const { 'Content-Length': length, ...rest } = imageHeaders(picture.name, picture.bytes)
    // Cached for a day only, because the offer may change. Other sites may show the picture.
    const headers = {
      ...rest,
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if (request.headers.get('If-None-Match') === headers.ETag)
      return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(picture.bytes), { headers: { ...headers, 'Content-Length': length } })
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER, 'Cache-Control': NO_STORE })
  }
}

function readAmount({ searchParams }: URL): { amount: string | null } | null {
  const amount = searchParams.get('v')
  return [...searchParams].length === (amount === null ? 0 : 1) ? { amount } : null
}
