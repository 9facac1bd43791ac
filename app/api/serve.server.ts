import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod/v4'
import type { ClientContext } from '~/domain/accounts/client-context'
import type { SessionUser } from '~/domain/accounts/find-session.server'
import { PRIVATE } from '~/platform/config/caching'
import { requireSameOrigin } from '~/http/guard.server'
import { sharedHeaders } from '~/http/page'
import { moneyMessages } from '~/messages/money'
import {
  parseRequest,
  findSubject,
  readBearer,
  readJson,
  requireOwnId,
  refuseUnauthorized,
} from './request.server'
import { takeCall } from './call-limits.server'
import type { HttpMethod } from './calls'
import type { ApiOperation } from './operation'
import { buildFailure, refuseApi } from './refuse.server'
import { toSlice, type Slice } from './slice'

type SchemaOutput<Schema> = z.output<NonNullable<Schema> & z.ZodType>

export interface ApiInput<Call extends ApiOperation> {
  params: SchemaOutput<Call['params']>
  query: SchemaOutput<Call['query']>
  body: SchemaOutput<Call['body']>
  slice: Slice
  user: Call['who'] extends 'member' ? SessionUser : SessionUser | null
  tokenHash: string
  visitor: ClientContext
  request: Request
}

export type ApiAnswer<Call extends ApiOperation> = {
  [Status in keyof Call['answers']]: {
    status: Status
    body: z.input<Call['answers'][Status] & z.ZodType>
    headers?: Record<string, string>
  }
}[keyof Call['answers']]

export const reply = <const Status extends number, const Body>(status: Status, body: Body) => ({
  status,
  body,
})

export interface ApiCall {
  operation: ApiOperation
  handle: (input: never) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>
}

export const apiCall = <Call extends ApiOperation>(
  operation: Call,
  handle: (input: ApiInput<NoInfer<Call>>) => Promise<ApiAnswer<NoInfer<Call>>>,
): ApiCall => ({ operation, handle: handle as ApiCall['handle'] })

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
      response = buildFailure(error, call.operation, new URL(request.url).pathname)
    }
    for (const [name, value] of limits) if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }
  return { loader: answer, action: answer }
}

function refuseMethod(allowed: HttpMethod[]): Response {
  const names = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return refuseApi(405, 'Method Not Allowed', { headers: { Allow: names.join(', ') } })
}

interface AuthorizedCall {
  request: Request
  params: Record<string, string | undefined>
  address: string
}

async function run({ operation, handle }: ApiCall, call: AuthorizedCall, limits: Headers): Promise<Response> {
  const { request, address } = call
  const { who, method, subject } = operation
  const isShared = who === 'nobody' && method === 'GET'
  const session = who === 'nobody' ? null : await readBearer(request)
  if (!isShared && !request.headers.has('Authorization')) requireSameOrigin(request)
  if (who === 'member' && !session) throw refuseUnauthorized(request)
  if (!isShared) await takeCall(session?.user.id ?? null, address, limits)

  if (subject && operation.params?.shape[subject]) requireOwnId(session?.user, call.params[subject])
  if (operation.needsPassword && !session?.mayChangePayouts)
    throw refuseApi(403, moneyMessages.payoutDetails.needsPassword, { error: 'password-needed' })
  const sent = {
    params: call.params,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: operation.body ? await readJson(request) : {},
  }
  if (subject) requireOwnId(session?.user, findSubject(sent, subject))
  const checked = parseRequest(operation, sent)
  const { pathname, search } = new URL(request.url)
  const input = {
    ...checked,
    slice: toSlice(checked.query as object, pathname + search),
    user: session?.user ?? null,
    tokenHash: session?.tokenHash ?? '',
    visitor: buildClientContext(request, address),
    request,
  }
  const { status, body, headers } = await handle(input as never)
  const cacheHeaders = isShared ? listPublicHeaders(request, operation) : { 'Cache-Control': PRIVATE }
  return Response.json(body, { status, headers: { ...cacheHeaders, ...headers } })
}

function listPublicHeaders(request: Request, { query }: ApiOperation) {
  const shared = sharedHeaders(request, Object.keys(query?.shape ?? {}))
  return { ...shared, Vary: `${shared.Vary}, Origin` }
}

const buildClientContext = (request: Request, address: string): ClientContext => ({
  address,
  agent: request.headers.get('User-Agent'),
  challengeId: null,
  members: [],
  kind: 'bearer',
})
