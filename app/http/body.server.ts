/** The size of a body is limited while it streams, before it is parsed. */
import { readBytes } from '~/platform/read-bytes'
import { Busy, createSemaphore } from '~/platform/semaphore'
import { LARGEST_FILE, MOST_FIELDS, SMALL_BODY } from '~/platform/config/body-limits'
import { refusal } from './respond.server'

export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw refusal(413, 'Content Too Large')
  const body = await readBytes(request.body, limit)
  if (!body) throw refusal(413, 'Content Too Large')
  return body
}

export const readMediaType = (request: Request) =>
  (request.headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

export const refuseTooManyFields = () => refusal(413, `Content Too Large: more than ${MOST_FIELDS} fields`)

/** Throws 413, 415 or 400. `most`: the limit of a form with a file; other forms have SMALL_BODY. */
export async function readFormData(
  request: Request,
  { withFile = false, most = SMALL_BODY + LARGEST_FILE } = {},
): Promise<FormData> {
  const media = readMediaType(request)
  if (!FORM_TYPES.has(media)) throw refusal(415, 'Unsupported Media Type')
  const mayBeLong = withFile && media === 'multipart/form-data'
  const body = await readBody(request, mayBeLong ? most : SMALL_BODY)
  const boundary = media === 'multipart/form-data' ? readBoundary(request) : null
  // URL-encoded bodies have one separator fewer than fields, multipart bodies one more than parts.
  const tooMany =
    boundary === null
      ? hasOccurrences(body, '&', MOST_FIELDS)
      : hasOccurrences(body, `--${boundary}`, MOST_FIELDS + 2)
  if (tooMany) throw refuseTooManyFields()
  // Parse with the boundary that was counted: a second reading of the header could find another one.
  const type = boundary === null ? media : `${media}; boundary="${boundary}"`
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw refusal(400, 'Bad Request')
  }
}

/** Eight bodies are held in memory; up to 64 more wait unread in their sockets. */
const limitConcurrency = createSemaphore(8, 64)

/** Throws 413, 415, 400, and 503 when the queue is full. `most`: bytes. */
export async function readFileForm(request: Request, most?: number): Promise<FormData> {
  try {
    return await limitConcurrency(() => readFormData(request, { withFile: true, most }))
  } catch (error) {
    throw error instanceof Busy ? refusal(503, 'Service Unavailable', { 'Retry-After': '5' }) : error
  }
}

function readBoundary(request: Request): string {
  const type = (request.headers.get('Content-Type') ?? '').slice(0, 200)
  const [, quoted, bare] =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw refusal(400, 'Bad Request')
  return boundary
}

function hasOccurrences(body: Uint8Array, text: string, times: number): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length))
    if (++count === times) return true
  return false
}
