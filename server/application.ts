/** The Remix build behind node:http: requests in, responses out, by the adapter; and what every answer gets. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { ServerBuild } from '@remix-run/node'
import type { Env } from '~/env.server'
import { compress } from './encoding'
import { bodyLimit } from './guard'
import { createHandler } from './remix-handler'

/** What the application learns from the server; under plain remix-serve there is none of it. */
export interface ServerContext {
  clientAddress: string
  requestId: string
}

declare module '@remix-run/node' {
  interface AppLoadContext extends Partial<ServerContext> {}
}

/** What the application exports from entry.server for the server. */
export interface ApplicationHooks {
  /** Begins what a process does beside its requests. */
  start?: (port: number) => void
  /** Ends the pools and timers, for an orderly stop. */
  stop?: () => Promise<void> | void
}

export interface Application {
  (
    request: IncomingMessage,
    response: ServerResponse,
    context: ServerContext,
  ): Promise<'answered' | 'too large'>
  /** A whole page for a request that was refused before it was read. */
  refusalPage(request: IncomingMessage, status: number, context: ServerContext): Promise<Response>
}

/** A path that has no page. */
const NOWHERE = '/no/such/page'

/** The page handler over a Remix build. */
export function createApplication(build: ServerBuild, env: Env): Application {
  const handle = createHandler(build, env.NODE_ENV === 'development' ? 'development' : 'production')
  const { host, protocol } = new URL(env.publicOrigin)
  // Behind a proxy the socket knows neither the public name nor https.
  const origin = env.demo ? { protocol } : { host, protocol }

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse, context: ServerContext) => {
    const { request, isTooLarge } = limitBody(createRequest(incoming, outgoing, origin), bodyLimit(incoming))
    let response: Response
    try {
      response = await handle(request, { ...context })
      if (isTooLarge()) return 'too large' as const
      response = await compress(response, incoming.headers['accept-encoding'])
    } catch (error) {
      if (isTooLarge()) return 'too large' as const
      if (outgoing.destroyed) return 'answered' as const
      throw error
    }
    if (!outgoing.destroyed) await sendResponse(outgoing, withDefaults(response))
    return 'answered' as const
  }

  /** A malformed address is not passed on. */
  function refusalPage({ url = '/', headers }: IncomingMessage, status: number, context: ServerContext) {
    const cookie = headers.cookie ?? ''
    const path = status === 413 || status === 405 ? url.split('?', 1)[0]! : NOWHERE
    const address = new URL(path === '/' ? NOWHERE : path, env.publicOrigin)
    return handle.showRefusal(new Request(address, { headers: { Cookie: cookie } }), { ...context }, status)
  }

  return Object.assign(answer, { refusalPage })
}

/** Nothing is cacheable by accident. */
function withDefaults(response: Response): Response {
  const headers = new Headers(response.headers)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  const statusText = response.statusText || STATUS_CODES[response.status] || ''
  return new Response(response.body, { status: response.status, statusText, headers })
}

/** The same request with a body that fails once it is longer than `limit` bytes, whatever Content-Length said. */
function limitBody(request: Request, limit: number) {
  if (!request.body) return { request, isTooLarge: () => false }
  let size = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > limit) controller.error(new Error('The body is too large.'))
      else controller.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(counter), duplex: 'half' }
  return { request: new Request(request, init), isTooLarge: () => size > limit }
}
