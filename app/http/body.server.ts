/** Request bodies, counted while they stream: nothing is parsed before its size is known. */
import { refusal } from './respond.server'

/** Forms and JSON. */
export const SMALL_BODY = 64 * 1024
/** A file; its form may have as much around it as a form without one. */
export const LARGEST_FILE = 5 * 1024 * 1024

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

/**
 * The fields of a form; throws 413, 415 (no form) or 400 (a form that does not parse). Only a form that is there for a
 * file may be long, and only as multipart.
 */
export async function readFormData(request: Request, { withFile = false } = {}): Promise<FormData> {
  const media = mediaType(request)
  if (!FORM_TYPES.has(media)) throw refusal(415, 'Unsupported Media Type')
  const mayBeLong = withFile && media === 'multipart/form-data'
  const body = await readBody(request, SMALL_BODY + (mayBeLong ? LARGEST_FILE : 0))
  const type = request.headers.get('Content-Type')!
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw refusal(400, 'Bad Request')
  }
}
