import { findSession, type SessionUser } from '~/domain/accounts/find-session.server'
import { MOST_FIELDS, SMALL_BODY } from '~/platform/config/body-limits'
import { readMediaType, readBody } from '~/http/body.server'
import { MALFORMED } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { apiMessages } from '~/messages/api'
import type { ApiOperation } from './operation'
import { refuseApi } from './refuse.server'

/** Null: there is no Authorization header. Ignores cookies. Throws 401. */
export async function readBearer(request: Request) {
  const header = request.headers.get('Authorization')
  if (header === null) return null
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? []
  const session = token ? await findSession(token, 'bearer') : null
  if (!session) throw refuseUnauthorized(request)
  return session
}

export function refuseUnauthorized(request: Request): Response {
  const headers = { 'WWW-Authenticate': 'Bearer' }
  return request.headers.has('Authorization')
    ? refuseApi(401, accountMessages.account.loginFirst.text, { error: 'unauthorized', headers })
    : refuseApi(401, apiMessages.api.tokenMissing, { error: 'unauthorized', headers })
}

const NO_ID = /^\s*(?:(?:undefined|null|nan)\s*)?$/i

/** Throws 400 or 403; the 403 is the same for another's id and an unknown one. */
export function requireOwnId(user: SessionUser | undefined, id: unknown): void {
  if (!user) return
  if (id === undefined || id === null || (typeof id === 'string' && NO_ID.test(id)))
    throw refuseApi(400, apiMessages.api.userMissing, { error: 'user-missing' })
  const own = String(user.id)
  const isOwn = (typeof id === 'string' || typeof id === 'number') && String(id) === own
  if (!isOwn) throw refuseApi(403, 'Forbidden', { error: 'forbidden' })
}

export interface ApiRequest {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

export function findSubject({ params, query, body }: ApiRequest, name: string): unknown {
  const fields = { ...(typeof body === 'object' ? body : {}), ...query, ...params } as Record<string, unknown>
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Throws 422. */
export function parseRequest(operation: ApiOperation, request: ApiRequest) {
  const errors: Record<string, string> = {}
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part]
    const result = schema?.safeParse(request[part], { error: () => MALFORMED })
    parsed[part] = result?.data ?? {}
    for (const issue of result?.error?.issues ?? []) errors[String(issue.path[0] ?? part)] ??= issue.message
  }
  const [first] = Object.values(errors)
  if (first !== undefined) throw refuseApi(422, first, { error: 'invalid', errors })
  return parsed
}

/** Removes NUL. Throws 415, 413 and 400. */
export async function readJson(request: Request): Promise<unknown> {
  if (readMediaType(request) !== 'application/json') throw refuseApi(415, 'Unsupported Media Type')
  const body = await readBody(request, SMALL_BODY)
  let values = 0
  let parsed: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    parsed = JSON.parse(text, (_, value: unknown) => {
      values++
      return typeof value === 'string' ? value.replaceAll('\0', '') : value
    })
  } catch {
    throw refuseApi(400, apiMessages.api.notJson, { error: 'not-json' })
  }
  if (values > MOST_FIELDS + 1) throw refuseApi(413, 'Content Too Large')
  return parsed
}
