// Remix matches a path against every route, which cost a postback more than all else before its SQL. So groups of resource
// routes (postbacks, clicks, suggestions) get handlers that know only their own routes.
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'

type Route = ServerBuild['routes'][string]

interface Group {
  patterns: RegExp[]
  handle: RequestHandler
}

/** The returned function gives null for a URL that the handler of the whole build must answer. */
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

const isPlain = ({ path, module }: Route) =>
  module.default === undefined && module.ErrorBoundary === undefined && /^[^:*?][^*?]*$/.test(path ?? '')

/** Of a path whose segments are fixed or one parameter. */
function patternOf({ path }: Pick<Route, 'path'>): RegExp {
  const segments = path!
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^/${segments.join('/')}/?$`, 'i')
}
