import type { LoaderFunctionArgs } from '@remix-run/node'
import { nameOfVariant, parseVariant } from '~/catalog/images/image-urls'
import { readVariant } from '~/catalog/images/serve.server'
import { NO_STORE } from '~/config/caching'
import { RETRY_AFTER } from '~/http/page'
import { refusal } from '~/http/respond.server'
import { Busy } from '~/runtime/semaphore'

/** Defence in depth: the images are our own encodings, and browsers must still treat them as images only. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const variant = parseVariant(params.name!)
  // Nothing is looked up for an address that no page has, nor for one with a search that would make it another one.
  if (!variant || new URL(request.url).search) return refusal(404, 'Not Found')
  try {
    const bytes = await readVariant(variant)
    if (!bytes) return refusal(404, 'Not Found')
    const etag = `"${nameOfVariant(variant)}"`
    const headers = { ...HEADERS, 'Content-Type': `image/${variant.format}`, ETag: etag }
    if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
    })
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER, 'Cache-Control': NO_STORE })
  }
}
