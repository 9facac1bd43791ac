// Remix matches the path of a page three times, each time against every route. So each page gets a handler that knows only
// its own route and the layouts around it.
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { patternOf } from './plain-routes'

type Route = ServerBuild['routes'][string]

/** The returned function gives null for a path that the handler of the whole build must answer. */
export function findPageRoutes(
  build: ServerBuild,
  mode: 'development' | 'production',
): (pathname: string) => RequestHandler | null {
  const fixed = new Map<string, RequestHandler>()
  const withSlug = new Map<string, { pattern: RegExp; handle: RequestHandler }>()
  const all = Object.values(build.routes).map((route) => ({ route, path: pathOf(build, route) }))
  const parents = new Set(all.map(({ route }) => route.parentId))
  for (const { route, path } of all) {
    if (parents.has(route.id) || !isPage(route) || /[*?]|^:/.test(path)) continue
    const handle = createRequestHandler(onlyBranch(build, route), mode)
    const first = path.split('/', 1)[0]!
    const isAlone = all.filter((other) => other.path.split('/', 1)[0] === first).length === 1
    // Remix prefers a fixed path to all others.
    if (!path.includes(':')) fixed.set(path, handle)
    else if (isAlone) withSlug.set(first, { pattern: patternOf({ path }), handle })
  }
  return (pathname) => {
    const path = pathname.slice(1).replace(/\/$/, '').toLowerCase()
    const found = fixed.get(path)
    if (found) return found
    const slugged = withSlug.get(path.split('/', 1)[0]!)
    return slugged?.pattern.test(pathname) ? slugged.handle : null
  }
}

function branchOf({ routes }: ServerBuild, route: Route): Route[] {
  const branch = [route]
  for (let parent = routes[route.parentId ?? '']; parent; parent = routes[parent.parentId ?? ''])
    branch.unshift(parent)
  return branch
}

const pathOf = (build: ServerBuild, route: Route) =>
  branchOf(build, route)
    .flatMap(({ path }) => path || [])
    .join('/')
    .toLowerCase()

const isPage = (route: Route) => route.id !== 'root' && route.module.default !== undefined

function onlyBranch(build: ServerBuild, route: Route): ServerBuild {
  const branch = branchOf(build, route)
  const routes = Object.fromEntries(branch.map((one) => [one.id, one]))
  const known = Object.fromEntries(branch.map(({ id }) => [id, build.assets.routes[id]!]))
  // Remix matches URLs to rendered routes by the asset manifest.
  return { ...build, routes, assets: { ...build.assets, routes: known } }
}
