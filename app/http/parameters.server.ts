/** What another server sends: names and values, in the URL, a form or JSON. */
import { parseJsonTexts } from '~/json'
import { mediaType, MOST_FIELDS, readBody, readFormData, SMALL_BODY, tooManyFields } from './body.server'
import { refusal } from './respond.server'

/** What PostgreSQL cannot store is taken out: NUL, and halves of a surrogate pair. */
const clean = (text: string) => Buffer.from(text.replaceAll('\0', '')).toString()

/**
 * The parameters of a GET or POST, those of the body before those of the URL. Throws 413 (too long, too many), 415 (neither form nor JSON)
 * and 400 (a body that does not parse). No same-origin guard: the caller authenticates the sender.
 */
export async function readParameters(request: Request): Promise<Record<string, string>> {
  const pairs: [string, unknown][] = [...new URL(request.url).searchParams]
  if (request.method === 'POST') pairs.push(...(await readBodyPairs(request)))
  if (pairs.length > MOST_FIELDS) throw tooManyFields()
  const texts = pairs.flatMap(([name, value]): [string, string][] =>
    ['string', 'boolean'].includes(typeof value) ? [[clean(name), clean(String(value))]] : [],
  )
  return Object.fromEntries(texts)
}

async function readBodyPairs(request: Request): Promise<[string, unknown][]> {
  const type = mediaType(request)
  if (type !== 'application/json' && type !== '') return [...(await readFormData(request))]
  const body = await readBody(request, SMALL_BODY)
  if (body.byteLength === 0) return []
  if (type === '') throw refusal(415, 'Unsupported Media Type')
  let value: unknown
  try {
    value = parseJsonTexts(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw refusal(400, 'Bad Request')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal(400, 'Bad Request')
  return Object.entries(value)
}

/** The query string and the body as sent, for a signature. Throws 413 for a body that is too long. */
export async function readSent(request: Request): Promise<{ headers: Headers; query: string; body: string }> {
  const body = await readBody(request, SMALL_BODY)
  const query = new URL(request.url).search.slice(1)
  return { headers: request.headers, query, body: Buffer.from(body).toString() }
}
