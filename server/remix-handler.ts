/** Remix's request handler, with its own origin check handed over to the application's guard. */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { findPlainRoutes } from './plain-routes'

/**
 * Remix compares Origin with Host, for page routes alone, and answers a difference with a 500. Behind a proxy the two
 * differ rightly, and a client must never be able to cause a 500; app/http/guard.server.ts compares Origin with
 * PUBLIC_ORIGIN for every action. So Remix is told here that they agree, and what is no origin becomes 'null', which
 * the guard refuses.
 */
export function createHandler(build: ServerBuild, mode: 'development' | 'production') {
  const whole = createRequestHandler(build, mode)
  const findPlain = findPlainRoutes(build, mode)
  const handle = (request: Request, context?: AppLoadContext): Promise<Response> =>
    (findPlain(request.url) ?? whole)(request, context)
  return (request: Request, context?: AppLoadContext): Promise<Response> => {
    const origin = request.headers.get('Origin')
    if (origin === null) return handle(request, context)
    const host = hostOf(origin)
    const headers = new Headers(request.headers)
    if (host === 'null') headers.set('Origin', 'null')
    headers.set('X-Forwarded-Host', host)
    return handle(new Request(request, { headers }), context)
  }
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host || 'null'
  } catch {
    return 'null'
  }
}
