import { NO_STORE, RETRY_AFTER } from '~/platform/config/caching'
import { imageHeaders, type ImageFile } from '~/platform/image-cache.server'
import { Busy } from '~/platform/semaphore'
import { refusal } from './respond.server'

/** Answers with what `read` gives; null: 404; 503 if too many images wait. */
export async function respondWithImage(
  request: Request,
  read: () => Promise<ImageFile | Response | null>,
  furtherHeaders: Record<string, string> = {},
): Promise<Response> {
  try {
    const image = await read()
    if (image instanceof Response) return image
    if (!image) return refusal(404, 'Not Found')
    const { 'Content-Length': length, ...rest } = imageHeaders(image.name, image.bytes)
    const headers = { ...rest, ...furtherHeaders }
    if (request.headers.get('If-None-Match') === headers.ETag)
      return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(image.bytes), { headers: { ...headers, 'Content-Length': length } })
  } catch (error) {
    if (!(error instanceof Busy)) throw error
    return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER, 'Cache-Control': NO_STORE })
  }
}
