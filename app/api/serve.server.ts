/** The JSON API's way in and out: who asks, what was sent, the domain command's answer; never HTML, never a stack. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod/v4'
import { findSession, type SessionUser } from '~/accounts/sessions.server'
import type { Visitor } from '~/accounts/sign-up.server'
import { isDatabaseAway } from '~/db/client.server'
import { defineLimit, placeOf, type Limit } from '~/db/limits.server'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { fill, messages } from '~/messages'
import { mediaType, readBody, SMALL_BODY } from '~/http/body.server'
import { requireSameOrigin } from '~/http/guard.server'
import type { Method, Operation, RefusalBody } from './operation'
import { RETRY_AFTER, sharedHeaders } from '~/http/page'
import { PRIVATE } from '~/http/respond.server'

type Parsed<Schema> = z.output<NonNullable<Schema> & z.ZodType>

/** What a handler gets: all of it checked. */
export interface ApiInput<Call extends Operation> {
  params: Parsed<Call['params']>
  query: Parsed<Call['query']>
  body: Parsed<Call['body']>
  /** Who asks; always there where the call is a member's. */
  user: Call['who'] extends 'member' ? SessionUser : SessionUser | null
  /** The session that the bearer stands for; '' without one. */
  tokenHash: string
  visitor: Visitor
  request: Request
}

/** One of the answers that the operation promises. */
export type ApiAnswer<Call extends Operation> = {
  [Status in keyof Call['answers']]: {
    status: Status
    body: z.input<Call['answers'][Status] & z.ZodType>
    headers?: Record<string, string>
  }
}[keyof Call['answers']]

/** An answer, its literals kept. */
export const reply = <const Status extends number, const Body>(status: Status, body: Body) => ({
  status,
  body,
})

export interface ApiCall {
  operation: Operation
  handle: (input: never) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>
}

export const apiCall = <Call extends Operation>(
  operation: Call,
  handle: (input: ApiInput<NoInfer<Call>>) => Promise<ApiAnswer<NoInfer<Call>>>,
): ApiCall => ({ operation, handle: handle as ApiCall['handle'] })

interface RefusalOptions {
  /** Names the reason for a program. */
  error?: string
  errors?: Record<string, string>
  /** How long to wait. */
  minutes?: number
  headers?: Record<string, string>
}

/** A refusal, to be thrown or returned. */
export function refuseApi(status: number, message: string, options: RefusalOptions = {}): Response {
  const { error, errors, minutes, headers } = options
  const body: RefusalBody = { success: false, message, ...(error && { error }), ...(errors && { errors }) }
  return Response.json(body, {
    status,
    headers: {
      'Cache-Control': PRIVATE,
      ...(minutes && { 'Retry-After': String(minutes * 60) }),
      ...headers,
    },
  })
}

/** 429, with how long to wait. */
export const tooMany = ({ minutes }: { minutes: number }) =>
  refuseApi(429, fill(messages.limits.tooMany.text, { n: minutes }), { error: 'too-many', minutes })

/** The loader and the action of a path: its calls by method, 405 for every other. */
export function serveApi(...calls: ApiCall[]) {
  const answer = async ({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const call = calls.find(({ operation }) => operation.method === method)
    if (!call) return refuseMethod(calls.map(({ operation }) => operation.method))
    const limits = new Headers()
    let response: Response
    try {
      response = await run(call, { request, params, address: context.clientAddress ?? '' }, limits)
    } catch (error) {
      response = failureOf(error, call.operation, new URL(request.url).pathname)
    }
    for (const [name, value] of limits) if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }
  return { loader: answer, action: answer }
}

function refuseMethod(allowed: Method[]): Response {
  const names = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refuseApi(405, 'Method Not Allowed', { headers: { Allow: names.join(', ') } })
}

interface Asked {
  request: Request
  params: Record<string, string | undefined>
  address: string
}

async function run({ operation, handle }: ApiCall, asked: Asked, limits: Headers): Promise<Response> {
  const { request, address } = asked
  const { who, method, subject } = operation
  const isShared = who === 'nobody' && method === 'GET'
  const session = who === 'nobody' ? null : await readBearer(request)
  if (!isShared && !request.headers.has('Authorization')) requireSameOrigin(request)
  if (who === 'member' && !session) throw unauthorized(request)
  if (!isShared) await takeCall(session?.user.id ?? null, address, limits)

  const sent = {
    params: asked.params,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: operation.body ? await readJson(request) : {},
  }
  if (subject) requireSelf(session?.user, findSubject(sent, subject))
  const input = {
    ...check(operation, sent),
    user: session?.user ?? null,
    tokenHash: session?.tokenHash ?? '',
    visitor: visitorOf(request, address),
    request,
  }
  const { status, body, headers } = await handle(input as never)
  const kept = isShared ? publicHeaders(request, operation) : { 'Cache-Control': PRIVATE }
  return Response.json(body, { status, headers: { ...kept, ...headers } })
}

/** As of a page for everybody; where other origins may read it, each gets its own copy. */
function publicHeaders(request: Request, { query }: Operation) {
  const shared = sharedHeaders(request, Object.keys(query?.shape ?? {}))
  return { ...shared, Vary: `${shared.Vary}, Origin` }
}

const visitorOf = (request: Request, address: string): Visitor => ({
  address,
  agent: request.headers.get('User-Agent'),
  challengeId: null,
  members: [],
  kind: 'bearer',
})

/** The session of `Authorization: Bearer …`; null without one. A cookie is never asked. Throws a 401 for one that has ended. */
async function readBearer(request: Request) {
  const header = request.headers.get('Authorization')
  if (header === null) return null
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? []
  const session = token ? await findSession(token, 'bearer') : null
  if (!session) throw unauthorized(request)
  return session
}

function unauthorized(request: Request): Response {
  const headers = { 'WWW-Authenticate': 'Bearer' }
  return request.headers.has('Authorization')
    ? refuseApi(401, messages.account.loginFirst.text, { error: 'unauthorized', headers })
    : refuseApi(401, 'Authentication token is missing', { error: 'unauthorized', headers })
}

/** Another person's id and one that is nobody's get one answer (security.md, The API). */
export function requireSelf(user: SessionUser | undefined, given: unknown): void {
  if (!user) return
  if (given === undefined || given === null || given === '')
    throw refuseApi(400, 'User ID is missing', { error: 'user-missing' })
  const own = String(user.id)
  const isOwn = (typeof given === 'string' || typeof given === 'number') && String(given) === own
  if (!isOwn) throw refuseApi(403, 'Forbidden', { error: 'forbidden' })
}

interface Sent {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

function findSubject({ params, query, body }: Sent, name: string): unknown {
  const fields = { ...(typeof body === 'object' ? body : {}), ...query, ...params } as Record<string, unknown>
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Throws a 422 with the schema's own texts by field. */
function check(operation: Operation, sent: Sent) {
  const errors: Record<string, string> = {}
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part]
    const result = schema?.safeParse(sent[part], { error: () => messages.fields.required })
    parsed[part] = result?.data ?? {}
    for (const issue of result?.error?.issues ?? []) errors[String(issue.path[0] ?? part)] ??= issue.message
  }
  const [first] = Object.values(errors)
  if (first !== undefined) throw refuseApi(422, first, { error: 'invalid', errors })
  return parsed
}

/** The body of a JSON request. Throws 415, 413 and 400. NUL, which no text has, is left out. */
async function readJson(request: Request): Promise<unknown> {
  if (mediaType(request) !== 'application/json') throw refuseApi(415, 'Unsupported Media Type')
  const body = await readBody(request, SMALL_BODY)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '') : value,
    )
  } catch {
    throw refuseApi(400, 'This is no JSON.', { error: 'not-json' })
  }
}

let limit: Limit | undefined

/** Counts a call of this person, or of this address, in a minute. Throws the 429. */
async function takeCall(userId: number | null, address: string, headers: Headers): Promise<void> {
  const most = env().API_CALLS_PER_MINUTE
  limit ??= defineLimit('api', most, 60)
  const key = userId === null ? `address:${placeOf(address).key}` : `user:${userId}`
  const { remaining, seconds, refused } = await limit.spend(key)
  headers.set('RateLimit-Limit', String(most))
  headers.set('RateLimit-Remaining', String(remaining))
  headers.set('RateLimit-Reset', String(seconds))
  if (!refused) return
  throw refuseApi(429, fill(messages.limits.tooMany.text, { n: 1 }), {
    error: 'too-many',
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Whatever was thrown, as JSON. */
function failureOf(error: unknown, { failure }: Operation, path: string): Response {
  if (error instanceof Response) {
    if (error.headers.get('Content-Type')?.startsWith('application/json')) return error
    const wait = error.headers.get('Retry-After')
    const headers = wait === null ? undefined : { 'Retry-After': wait }
    return refuseApi(error.status, STATUS_TEXTS[error.status] ?? 'Refused', { headers })
  }
  const text = failure ?? messages.failure.text
  if (isDatabaseAway(error))
    return refuseApi(503, text, { error: 'away', headers: { 'Retry-After': RETRY_AFTER } })
  log('error', 'call failed', { path, ...errorFacts(error) })
  return refuseApi(500, text, { error: 'failed' })
}

/** Of the refusals that pages and calls share, thrown as plain text. */
const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  503: 'Service Unavailable',
}
