/** Request bodies, counted while they stream: nothing is parsed before its size is known. */
import { refusal } from './respond.server'

/** Forms and JSON. */
export const SMALL_BODY = 64 * 1024

/** The whole body; throws a 413 once it is longer than `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw refusal(413, 'Content Too Large')
  const parts: Uint8Array[] = []
  let size = 0
  if (request.body) {
    const reader = request.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > limit) {
        await reader.cancel()
        throw refusal(413, 'Content Too Large')
      }
      parts.push(part.value)
    }
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.byteLength
  }
  return body
}

/** The media type, without its parameters. */
export const mediaType = (request: Request) =>
  (request.headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

/** The fields of a small form; throws 413, 415 (no form) or 400 (a form that does not parse). */
export async function readFormData(request: Request): Promise<FormData> {
  if (!FORM_TYPES.has(mediaType(request))) throw refusal(415, 'Unsupported Media Type')
  const body = await readBody(request, SMALL_BODY)
  const type = request.headers.get('Content-Type')!
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw refusal(400, 'Bad Request')
  }
}
