// Instead of Remix's bare text a failed form gets its own message, a page an error page, and another route JSON or plain text.
import { STATUS_CODES } from 'node:http'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { createRouteFinder, listRoutes, type FoundRoute } from '~/platform/find-route'
import { renderRefusal } from './refuse'
import { recordFailures, type Failure, type FailureHooks } from './record-failures'
import { RETRY_AFTER } from '~/platform/config/caching'

type Route = ServerBuild['routes'][string]
type Module = Route['module']

const PAGE = 'routes/not-found'

export function handleFailures(build: ServerBuild, mode: 'development' | 'production') {
  const hooks = build.entry.module as FailureHooks
  const failures = new WeakMap<AppLoadContext, Failure>()
  const formats = new Map(listRoutes(build.routes).map((route) => [route.id, route.failures]))
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      { ...route, module: recordFailures(id, route.module, { hooks, failures }) },
    ]),
  )

  const handle = createRequestHandler(build, mode)
  const showFailure = createFailurePages(build, hooks, mode)

  async function showRefusal(
    request: Request,
    context: AppLoadContext,
    status: number,
    text = '',
  ): Promise<Response> {
    const form = status === 413 ? hooks.buildTooLargeRequest?.(request) : null
    const rendered = form ? await handle(form, context) : null
    const page =
      rendered?.status === 200
        ? rendered
        : await showFailure(withoutBody(request), {
            ...context,
            failedStatus: status,
            failedText: text,
          })
    page.headers.delete('Set-Cookie')
    return new Response(page.body, { status, headers: page.headers })
  }

  async function replaceFailure(
    request: Request,
    context: AppLoadContext,
    response: Response,
  ): Promise<Response> {
    const failure = failures.get(context)
    const { status: answered } = response
    if (!failure || new URL(request.url).pathname.endsWith('.data')) return response
    const { routeId, status } = failure
    const format = formats.get(routeId)
    if (answered === status && answered !== 500) {
      if (format !== 'page') return response
      const page = await showRefusal(request, context, status, (await response.text()).trim())
      for (const name of ['Retry-After', 'Allow']) {
        const value = response.headers.get(name)
        if (value !== null) page.headers.set(name, value)
      }
      return page
    }
    if (answered !== 500) return response
    return format === 'page' ? showRefusal(request, context, status) : refuse(status, format ?? 'text')
  }

  return { build: { ...build, routes }, settle: replaceFailure, showRefusal }
}

function createFailurePages(
  build: ServerBuild,
  { deskFailurePage }: FailureHooks,
  mode: 'development' | 'production',
) {
  const showInShop = createRequestHandler(buildFailurePage(build, { page: PAGE }), mode)
  const showAtDesk = deskFailurePage && createRequestHandler(buildFailurePage(build, deskFailurePage), mode)
  const findRoute = createRouteFinder(build)
  return (request: Request, context: AppLoadContext) => {
    const isDesk = findRoute(new URL(request.url).pathname).handle.priority === 'desk'
    return (isDesk && showAtDesk ? showAtDesk : showInShop)(request, context)
  }
}

function withoutBody({ url, method, headers: original }: Request): Request {
  const headers = new Headers(original)
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
  return new Request(url, { headers, method: method === 'HEAD' ? 'HEAD' : 'GET' })
}

function buildFailurePage(
  build: ServerBuild,
  { page: id, frame }: { page: string; frame?: string },
): ServerBuild {
  const page = { ...build.routes[id]!, parentId: frame ?? 'root' }
  const loader: Module['loader'] = ({ context }) => {
    throw new Response(String(context.failedText), { status: Number(context.failedStatus) })
  }
  const names = ['root', ...(frame ? [frame] : [])]
  const pick = <Entry>(all: Record<string, Entry>) =>
    Object.fromEntries(names.map((name) => [name, all[name]!]))
  const routes = { ...pick(build.routes), [id]: { ...page, module: { ...page.module, loader } } }
  const asset = { ...build.assets.routes[id]!, parentId: page.parentId }
  const assets = { ...build.assets, routes: { ...pick(build.assets.routes), [id]: asset } }
  return { ...build, routes, assets }
}

function refuse(status: number, format: FoundRoute['failures']): Response {
  const text = format === 'json' ? 'Something went wrong!' : (STATUS_CODES[status] ?? '')
  const { headers, body } = renderRefusal(format, text)
  return new Response(body, {
    status,
    headers: { ...headers, ...(status === 503 && { 'Retry-After': RETRY_AFTER }) },
  })
}
