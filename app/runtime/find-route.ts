// Which route a path belongs to, for metrics and the log: bounded by the route table, whatever people ask for.
import type { ServerBuild } from '@remix-run/node'
import { urlPath } from './url-path'

type Route = ServerBuild['routes'][string]

export interface FoundRoute {
  id: string
  /** '/postback/:network/:secret' */
  path: string
}

interface Named extends FoundRoute {
  pattern: RegExp
}

/** Remix's own matching compares with every route; this one with those of the same first segment. */
export function routeFinder({
  routes,
}: Pick<ServerBuild, 'routes'>): (url: string) => FoundRoute | undefined {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId))
  const leaves = Object.values(routes).filter(({ id }) => id !== 'root' && !parents.has(id))
  const byFirst = new Map<string, Named[]>()
  const anywhere: Named[] = []
  for (const { id, path } of leaves
    .map((leaf) => ({ id: leaf.id, path: pathOf(routes, leaf) }))
    .toSorted(byFreedom)) {
    const first = path.split('/', 1)[0]!.toLowerCase()
    const named = { id, path: `/${path}`, pattern: patternOf(path) }
    if (/^[:*]/.test(first)) anywhere.push(named)
    else byFirst.set(first, [...(byFirst.get(first) ?? []), named])
  }
  return (url) => {
    const path = pathnameOf(url)
    const first = path.split('/', 2)[1]!.toLowerCase()
    const known = byFirst.get(first)?.find(({ pattern }) => pattern.test(path))
    return known ?? anywhere.find(({ pattern }) => pattern.test(path))
  }
}

/** Data requests are those of their page. */
function pathnameOf(url: string): string {
  const path = urlPath(url).replace(/\.data$/i, '')
  return path === '/_root' || !path.startsWith('/') ? '/' : path
}

function pathOf(routes: ServerBuild['routes'], leaf: Route): string {
  const parts: string[] = []
  for (let route: Route | undefined = leaf; route; route = routes[route.parentId ?? ''])
    if (route.path) parts.unshift(route.path)
  return parts.join('/')
}

/** Fixed paths before those with parameters, and those before the rest. */
const byFreedom = (one: { path: string }, other: { path: string }) =>
  freedomOf(one.path) - freedomOf(other.path)
const freedomOf = (path: string) => path.split(':').length - 1 + (path.includes('*') ? 100 : 0)

function patternOf(path: string): RegExp {
  const segments = path.split('/').filter(Boolean)
  const parts = segments.map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    if (segment.startsWith(':')) return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
    return `/${segment.replace(/[^\w-]/g, '\\$&')}`
  })
  return new RegExp(`^${parts.join('')}/?$`, 'i')
}
