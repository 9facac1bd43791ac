import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { PLAIN_TEXT } from '~/config/caching'
import { withFailures } from './failures'
import { findPlainRoutes } from './plain-routes'

// Remix compares Origin with Host and answers a mismatch with 500, but behind a proxy they differ legitimately, and
// app/http/guard.server.ts already compares Origin with PUBLIC_ORIGIN. So X-Forwarded-Host is set to match, and an invalid
// Origin becomes 'null', which the guard refuses.
export function createHandler(whole: ServerBuild, mode: 'development' | 'production') {
  const { build, settle, showRefusal } = withFailures(whole, mode)
  const handleAny = createRequestHandler(build, mode)
  const findPlain = findPlainRoutes(build, mode)

  async function answer(given: Request, context: AppLoadContext = {}): Promise<Response> {
    if (isOldData(given)) return refuseOldData()
    const request = withKnownOrigin(given)
    const response = await find(request.url)(request, context)
    return settle(request, context, response)
  }
  const find = (url: string) => findPlain(url) ?? handleAny

  return Object.assign(answer, { showRefusal })
}

/** `_data` is the data request of older Remix versions; Remix would log each as an error. */
const isOldData = ({ url }: Request) => new URL(url).searchParams.has('_data')

const refuseOldData = () => new Response('Bad Request\n', { status: 400, headers: PLAIN_TEXT })

function withKnownOrigin(request: Request): Request {
  const origin = request.headers.get('Origin')
  if (origin === null) return request
  const host = hostOf(origin)
  const headers = new Headers(request.headers)
  if (host === 'null') headers.set('Origin', 'null')
  headers.set('X-Forwarded-Host', host)
  return new Request(request, { headers })
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host || 'null'
  } catch {
    return 'null'
  }
}
