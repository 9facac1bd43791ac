import { beginsJson, jsonFields, parseJsonTexts } from '~/platform/formats/json'
import { MOST_FIELDS, SMALL_BODY } from '~/platform/config/body-limits'
import { readMediaType, readBody, readFormData, refuseTooManyFields } from './body.server'
import { refusal } from './respond.server'

const clean = (text: string) => Buffer.from(text.replaceAll('\0', '')).toString()

type Pair = [name: string, value: unknown]

/** The body overrides the URL. Throws 413, 415 or 400. No same-origin guard: the caller authenticates the sender. */
export async function readParameters(request: Request): Promise<Record<string, string>> {
  const query = [...new URL(request.url).searchParams]
  const body = request.method === 'POST' ? await readBodyPairs(request) : []
  if (query.length + body.length > MOST_FIELDS) throw refuseTooManyFields()
  return { ...readTexts(query), ...readTexts(body) }
}

/** Reads only what is signed: the body, else the URL. Throws 415 if the Content-Type does not match the body. */
export async function readSignedParameters(
  request: Request,
  { body }: { body: string },
): Promise<Record<string, string>> {
  if (
    body &&
    readMediaType(request) !== (beginsJson(body) ? 'application/json' : 'application/x-www-form-urlencoded')
  )
    throw refusal(415, 'Unsupported Media Type')
  const pairs = body ? await readBodyPairs(request) : [...new URL(request.url).searchParams]
  if (pairs.length > MOST_FIELDS) throw refuseTooManyFields()
  return readTexts(pairs)
}

/** Conflicting values are joined, which makes the parameter invalid, instead of choosing one. */
function readTexts(pairs: Pair[]): Record<string, string> {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of pairs) {
    if (typeof value !== 'string' && typeof value !== 'boolean') continue
    const key = clean(name)
    values.set(key, (values.get(key) ?? new Set()).add(clean(String(value))))
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, [...all].join(', ')]))
}

async function readBodyPairs(request: Request): Promise<Pair[]> {
  const type = readMediaType(request)
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
  return jsonFields(value)
}

export async function readRawRequest(
  request: Request,
): Promise<{ headers: Headers; query: string; body: string }> {
  const body = await readBody(request, SMALL_BODY)
  const query = new URL(request.url).search.slice(1)
  return { headers: request.headers, query, body: Buffer.from(body).toString() }
}
