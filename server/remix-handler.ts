import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { PLAIN_TEXT } from '~/config/caching'
import { listBranch, listRoutes, createRouteFinder } from '~/runtime/find-route'
import { handleFailures } from './failures'

export function createHandler(whole: ServerBuild, mode: 'development' | 'production') {
  const { build, settle, showRefusal } = handleFailures(whole, mode)
  const find = createHandlers(build, mode)

  async function answer(incoming: Request, context: AppLoadContext = {}): Promise<Response> {
    if (isOldData(incoming)) return refuseOldData()
    const request = withKnownOrigin(incoming)
    const response = await find(new URL(request.url).pathname)(request, context)
    return settle(request, context, response)
  }

  return Object.assign(answer, { showRefusal })
}

/** A resource route gets its own: matching every route cost a postback 1 ms. Not for paths to decode. */
function createHandlers(build: ServerBuild, mode: 'development' | 'production') {
  const findRoute = createRouteFinder(build)
  const whole = createRequestHandler(build, mode)
  const alone = new Map<string, RequestHandler>()
  for (const { id, path, isPage } of listRoutes(build.routes)) {
    if (isPage || path.includes('*')) continue
    const routes = Object.fromEntries(listBranch(build.routes, id).map((route) => [route.id, route]))
    alone.set(id, createRequestHandler({ ...build, routes }, mode))
  }
  return (path: string): RequestHandler =>
    (/%|\.data$/i.test(path) ? undefined : alone.get(findRoute(path).id)) ?? whole
}

/** Older Remix versions' requests, which Remix would log as errors. */
const isOldData = ({ url }: Request) => new URL(url).searchParams.has('_data')

const refuseOldData = () => new Response('Bad Request\n', { status: 400, headers: PLAIN_TEXT })

// Makes Remix's own comparison of Origin with Host succeed, which answers 500 behind a proxy: app/http/guard.server.ts compares it
// with PUBLIC_ORIGIN, and refuses 'null', which stands for an invalid one.
function withKnownOrigin(request: Request): Request {
  const origin = request.headers.get('Origin')
  if (origin === null) return request
  const host = parseHost(origin)
  const headers = new Headers(request.headers)
  if (host === 'null') headers.set('Origin', 'null')
  headers.set('X-Forwarded-Host', host)
  return new Request(request, { headers })
}

function parseHost(origin: string): string {
  try {
    return new URL(origin).host || 'null'
  } catch {
    return 'null'
  }
}
