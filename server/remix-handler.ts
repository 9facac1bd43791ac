import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { PLAIN_TEXT } from '~/platform/config/caching'
import { listBranch, listRoutes, createRouteFinder, type FindRoute } from '~/platform/find-route'
import { readHooks } from './hooks'
import { createRefusalPages } from './refusal-pages'

export function createHandler(build: ServerBuild, mode: 'development' | 'production') {
  const whole = createRequestHandler(build, mode)
  const findRoute = createRouteFinder(build)
  const find = createHandlers(build, mode, { whole, findRoute })
  const { settle, showRefusal } = createRefusalPages(readHooks(build), { handle: whole, findRoute })

  async function answer(incoming: Request, context: AppLoadContext = {}): Promise<Response> {
    if (isOldData(incoming)) return refuseOldData()
    const request = withKnownOrigin(incoming)
    const response = await find(new URL(request.url).pathname)(request, context)
    return settle(request, context, response)
  }

  return Object.assign(answer, { showRefusal })
}

/** Each resource route gets a handler of one route: matching all cost a postback 1 ms. Not for encoded paths. */
function createHandlers(
  build: ServerBuild,
  mode: 'development' | 'production',
  { whole, findRoute }: { whole: RequestHandler; findRoute: FindRoute },
) {
  const alone = new Map<string, RequestHandler>()
  for (const { id, path, isPage } of listRoutes(build.routes)) {
    if (isPage || path.includes('*')) continue
    const routes = Object.fromEntries(listBranch(build.routes, id).map((route) => [route.id, route]))
    alone.set(id, createRequestHandler({ ...build, routes }, mode))
  }
  return (path: string): RequestHandler =>
    (/%|\.data$/i.test(path) ? undefined : alone.get(findRoute(path).id)) ?? whole
}

/** A data request of older Remix versions, which Remix would log as an error. */
const isOldData = ({ url }: Request) => new URL(url).searchParams.has('_data')

const refuseOldData = () => new Response('Bad Request\n', { status: 400, headers: PLAIN_TEXT })

// Satisfies Remix's own check of Origin, which answers 500 behind a proxy; app/http/guard.server.ts has ours.
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
