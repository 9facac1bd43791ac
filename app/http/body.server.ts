/** Request bodies, counted while they stream: nothing is parsed before its size is known. */
import { refusal } from './respond.server'

/** Forms and JSON. */
export const SMALL_BODY = 64 * 1024
/** The fields of a form, or the parameters of a call: no form of ours has half as many. */
export const MOST_FIELDS = 100
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

export const tooManyFields = () => refusal(413, `Content Too Large: more than ${MOST_FIELDS} fields`)

/**
 * The fields of a form; throws 413 (too long, or more than MOST_FIELDS fields, which are counted before any is parsed),
 * 415 (no form) or 400 (a form that does not parse). Only a form that is there for a file may be long, and only as
 * multipart.
 */
export async function readFormData(request: Request, { withFile = false } = {}): Promise<FormData> {
  const media = mediaType(request)
  if (!FORM_TYPES.has(media)) throw refusal(415, 'Unsupported Media Type')
  const mayBeLong = withFile && media === 'multipart/form-data'
  const body = await readBody(request, SMALL_BODY + (mayBeLong ? LARGEST_FILE : 0))
  const boundary = media === 'multipart/form-data' ? boundaryOf(request) : null
  // One less than fields in a URL-encoded form; one more than parts in a multipart one.
  const tooMany =
    boundary === null ? holds(body, '&', MOST_FIELDS) : holds(body, `--${boundary}`, MOST_FIELDS + 2)
  if (tooMany) throw tooManyFields()
  // The parts are cut where they were counted: the header is not read a second time, by other rules.
  const type = boundary === null ? media : `${media}; boundary="${boundary}"`
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw refusal(400, 'Bad Request')
  }
}

/** What separates the parts of a multipart form (RFC 2046, 5.1.1). Throws 400 where there is none. */
function boundaryOf(request: Request): string {
  const type = (request.headers.get('Content-Type') ?? '').slice(0, 200)
  const [, quoted, bare] =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw refusal(400, 'Bad Request')
  return boundary
}

/** Whether `text` stands in the body `times` times or more. */
function holds(body: Uint8Array, text: string, times: number): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let found = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length))
    if (++found === times) return true
  return false
}
