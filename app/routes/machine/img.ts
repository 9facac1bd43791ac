import type { LoaderFunctionArgs } from '@remix-run/node'
import { nameOfVariant, parseVariant } from '~/catalog/images/image-urls'
import { readVariant } from '~/catalog/images/serve.server'
import { NO_STORE } from '~/config/caching'
import { RETRY_AFTER } from '~/http/page'
import { refusal } from '~/http/respond.server'
import type { RouteHandle } from '~/route-handle'
import { buildImageHeaders } from '~/runtime/image-cache.server'
import { Busy } from '~/runtime/semaphore'

export const handle = { failures: 'text', folder: 'images' } satisfies RouteHandle

export async function loader({ request, params }: LoaderFunctionArgs) {
  const variant = parseVariant(params.name!)
  if (!variant || new URL(request.url).search) return refusal(404, 'Not Found')
  try {
    const bytes = await readVariant(variant)
    if (!bytes) return refusal(404, 'Not Found')
    const { 'Content-Length': length, ...headers } = buildImageHeaders(nameOfVariant(variant), bytes)
    if (request.headers.get('If-None-Match') === headers.ETag)
      return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(bytes), { headers: { ...headers, 'Content-Length': length } })
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER, 'Cache-Control': NO_STORE })
  }
}
