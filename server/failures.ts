/**
 * What a route answers that could not do its work. Remix answers a failed page with the page's error boundary, and
 * everything else with the bare text 'Unexpected Server Error': here a form gets its own failure text, and every other
 * route an answer of its own kind, 503 with Retry-After while the database is away.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'

/** What the application's entry.server gives for this. */
interface FailureHooks {
  answerForm?(
    error: unknown,
    form: { routeId: string; request: Request },
  ): Promise<Response | null> | Response | null
  isDatabaseAway?(error: unknown): boolean
}

interface Failure {
  routeId: string
  isAway: boolean
}

type Route = ServerBuild['routes'][string]
type Module = Route['module']

/** Routes that answer other machines, or parts of a page, in plain text. */
const PLAIN = new Set([
  'routes/account/image',
  'routes/account/live',
  'routes/postback',
  'routes/robots',
  'routes/sitemap',
  'routes/webhook',
])
const isJson = (routeId: string) => routeId === 'routes/suggestions' || routeId.startsWith('routes/api/')

/** The page that a failure is shown in the place of. */
const PAGE = 'routes/not-found'

const RETRY_AFTER = '5'

/** The same build, with routes that note their failures; and the answer to a request that has one. */
export function withFailures(build: ServerBuild, mode: 'development' | 'production') {
  const hooks = build.entry.module as FailureHooks
  const failures = new WeakMap<AppLoadContext, Failure>()
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: noting(id, route.module) }]),
  )

  function noting(routeId: string, module: Module): Module {
    const { loader, action } = module
    const isResource = module.default === undefined && module.ErrorBoundary === undefined
    const note = (error: unknown, context: AppLoadContext) => {
      const isAway = hooks.isDatabaseAway?.(error) ?? false
      if (isResource && !(error instanceof Response)) failures.set(context, { routeId, isAway })
    }
    return {
      ...module,
      ...(loader && {
        async loader(args) {
          try {
            return await loader(args)
          } catch (error) {
            note(error, args.context)
            throw error
          }
        },
      }),
      ...(action && {
        async action(args) {
          try {
            return await action(args)
          } catch (error) {
            const { request, context } = args
            const answer =
              error instanceof Response ? null : await hooks.answerForm?.(error, { routeId, request })
            if (answer) return answer
            note(error, context)
            throw error
          }
        },
      }),
    }
  }

  const showFailure = createRequestHandler(failingPage(build), mode)

  /** The answer in place of Remix's bare text; any other answer as it is. */
  async function settle(request: Request, context: AppLoadContext, response: Response): Promise<Response> {
    const failure = failures.get(context)
    if (!failure || response.status !== 500 || new URL(request.url).pathname.endsWith('.data'))
      return response
    const { routeId, isAway } = failure
    const status = isAway ? 503 : 500
    if (isJson(routeId) || PLAIN.has(routeId)) return refuse(status, isJson(routeId))
    const headers = new Headers(request.headers)
    for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
    const page = new Request(request.url, { headers, method: request.method === 'HEAD' ? 'HEAD' : 'GET' })
    return showFailure(page, { ...context, failedStatus: status })
  }

  return { build: { ...build, routes }, settle }
}

/** Root, and below it one page for every address, which fails. */
function failingPage(build: ServerBuild): ServerBuild {
  const page = build.routes[PAGE]!
  const loader: Module['loader'] = ({ context }) => {
    throw new Response(null, { status: Number(context.failedStatus) })
  }
  const routes = { root: build.routes.root!, [PAGE]: { ...page, module: { ...page.module, loader } } }
  const known = build.assets.routes
  // What is rendered is found by the address in these.
  const assets = { ...build.assets, routes: { root: known.root!, [PAGE]: known[PAGE]! } }
  return { ...build, routes, assets }
}

function refuse(status: 500 | 503, asJson: boolean): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (status === 503) headers.set('Retry-After', RETRY_AFTER)
  if (asJson) return Response.json({ success: false, message: 'Something went wrong!' }, { status, headers })
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  const text = status === 503 ? 'Service Unavailable' : 'Internal Server Error'
  return new Response(`${text}\n`, { status, headers })
}
