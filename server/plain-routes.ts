/**
 * The routes that are no page: what other machines report, clicks, suggestions. Remix compares a path with each route of a
 * build, all of them anew for each request, which took a postback longer than everything else before its SQL. So these
 * have handlers of their own, each of which knows nothing but the routes that begin alike.
 */
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'

type Route = ServerBuild['routes'][string]

/** Routes with one first segment, as 'postback'. */
interface Group {
  patterns: RegExp[]
  handle: RequestHandler
}

/** Gives the handler for a URL that belongs to such a route; null: the whole build decides. */
export function findPlainRoutes(
  build: ServerBuild,
  mode: 'development' | 'production',
): (url: string) => RequestHandler | null {
  const groups = new Map<string, Group>()
  for (const [first, routes] of byFirstSegment(build)) {
    if (!routes.every(isPlain)) continue
    const ids = ['root', ...routes.map(({ id }) => id)]
    const known = Object.fromEntries(ids.map((id) => [id, build.routes[id]!]))
    groups.set(first, {
      patterns: routes.map(patternOf),
      handle: createRequestHandler({ ...build, routes: known }, mode),
    })
  }
  return (url) => {
    const { pathname, searchParams } = new URL(url)
    const group = groups.get(pathname.split('/', 2)[1]!.toLowerCase())
    // What asks for a route's data alone is the client of a page.
    if (!group || pathname.endsWith('.data') || searchParams.has('_data')) return null
    return group.patterns.some((pattern) => pattern.test(pathname)) ? group.handle : null
  }
}

function byFirstSegment({ routes }: ServerBuild): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of Object.values(routes)) {
    const first = route.path?.split('/', 1)[0]!.toLowerCase()
    if (route.parentId === 'root' && first) groups.set(first, [...(groups.get(first) ?? []), route])
  }
  return groups
}

/** Without a page, and with a path that begins with a word and has no part that may be missing or longer. */
const isPlain = ({ path, module }: Route) =>
  module.default === undefined && module.ErrorBoundary === undefined && /^[^:*?][^*?]*$/.test(path ?? '')

function patternOf({ path }: Route): RegExp {
  const segments = path!
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^/${segments.join('/')}/?$`, 'i')
}
