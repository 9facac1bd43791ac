// The only module that maps URLs to routes: in 1 µs, before anything else is known of a request. Remix's matchRoutes takes 1 ms
// (`npm run bench -- routes`), ten times as long as a page that is answered from the cache.
import type { ServerBuild } from '@remix-run/node'
import type { RouteHandle } from './route-handle'
import { getUrlPath } from '~/platform/formats/url-path'

type Routes = ServerBuild['routes']
type Route = Routes[string]

export interface FoundRoute {
  id: string
  path: string
  handle: RouteHandle
  isPage: boolean
  failures: 'page' | 'text' | 'json'
}

export type FindRoute = (url: string) => FoundRoute

const NO_ROUTE: FoundRoute = { id: 'none', path: '/*', handle: {}, isPage: true, failures: 'page' }

export function listRoutes(routes: Routes): FoundRoute[] {
  const layouts = new Set(Object.values(routes).map(({ parentId }) => parentId))
  return Object.values(routes)
    .filter(({ id }) => id !== 'root' && !layouts.has(id))
    .map((route) => {
      const { id, module } = route
      const branch = listBranch(routes, id)
      const handle: RouteHandle = Object.assign({}, ...branch.map(({ module }) => module.handle))
      const path = branch.flatMap((one) => one.path || []).join('/')
      const isPage = module.default !== undefined || module.ErrorBoundary !== undefined
      return { id, path: `/${path}`, handle, isPage, failures: handle.failures ?? 'page' }
    })
}

export function listBranch(routes: Routes, id: string): Route[] {
  const route = routes[id]
  return route ? [...listBranch(routes, route.parentId ?? ''), route] : []
}

interface Candidate {
  pattern: RegExp
  page: FoundRoute
  data: FoundRoute
}

/** Compares a URL only with routes of the same first segment. It decodes nothing, so that it never throws. */
export function createRouteFinder({ routes }: { routes: Routes }): FindRoute {
  const byFirst = new Map<string, Candidate[]>()
  const anywhere: Candidate[] = []
  for (const page of listRoutes(routes).toSorted(compareSpecificity)) {
    const first = firstSegment(page.path)
    const candidate = { pattern: compilePattern(page.path), page, data: withTextFailures(page) }
    if (/^[:*]/.test(first)) anywhere.push(candidate)
    else byFirst.set(first, [...(byFirst.get(first) ?? []), candidate])
  }
  return (url) => {
    const { path, isData } = readPath(url)
    const isMatch = ({ pattern }: Candidate) => pattern.test(path)
    const group = byFirst.get(firstSegment(path)) ?? []
    const route = group.find(isMatch) ?? anywhere.find(isMatch)
    if (!route) return NO_ROUTE
    if (isData) return route.data
    // An unknown path beside machine routes fails as text, like they do.
    return group.includes(route) || !group.length || group.some(isForPeople) ? route.page : route.data
  }
}

const withTextFailures = (route: FoundRoute): FoundRoute => ({ ...route, failures: 'text' })

const isForPeople = ({ page }: Candidate) => page.failures === 'page'

const firstSegment = (path: string) => path.split('/', 2)[1]!.toLowerCase()

/** Returns the page's path also for a request of its data. Remix knows the suffix '.data' only in lower case. */
export function readPath(url: string): { path: string; isData: boolean } {
  const rawPath = getUrlPath(url)
  const isData = rawPath.endsWith('.data')
  const path = isData ? rawPath.slice(0, -'.data'.length).replace(/^\/_root$/, '/') : rawPath
  return { path: path.startsWith('/') ? path : '/', isData }
}

/** Sorts fixed paths first, then those with parameters, then those with '*'. */
const compareSpecificity = (one: FoundRoute, other: FoundRoute) =>
  countWildcards(one.path) - countWildcards(other.path)
const countWildcards = (path: string) => path.split(':').length - 1 + (path.includes('*') ? 100 : 0)

function compilePattern(path: string): RegExp {
  const segments = path.split('/').filter(Boolean)
  const parts = segments.map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    if (segment.startsWith(':')) return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
    return `/${segment.replace(/[^\w-]/g, '\\$&')}`
  })
  return new RegExp(`^${parts.join('')}/?$`, 'i')
}
