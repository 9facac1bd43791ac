/** Call these only during a request: the route table is evaluated after the modules that import this one. */
import { routes } from 'virtual:remix/server-build'
import { listRoutes, type FoundRoute } from '~/platform/find-route'

let listed: FoundRoute[] | undefined

const listAll = () => (listed ??= listRoutes(routes))

const listPaths = (isWanted: (route: FoundRoute) => boolean): string[] =>
  listAll()
    .filter(isWanted)
    .map(({ path }) => path)

const isPageForPeople = ({ isPage, failures }: FoundRoute) => isPage && failures === 'page'
const isGuestPage = (route: FoundRoute) => route.handle.cache === 'guests' && isPageForPeople(route)

/** Patterns such as '/Offers/:slug' of pages that are the same for every guest and change nothing when read. */
export const listGuestPages = () => listPaths(isGuestPage)

export const listSitemapPages = () => listPaths(({ handle }) => handle.sitemap === true)

/** Path prefixes closed to search engines: they hold neither indexed pages nor only files. */
export const listClosedPaths = () =>
  listSegments((group) => !group.some(isForSearch) && !group.every(isFile)).map(([name, group]) =>
    group.some(({ path }) => path === `/${name}`) ? `/${name}` : `/${name}/`,
  )

const isForSearch = (route: FoundRoute) => route.handle.sitemap === true || isGuestPage(route)
const isFile = ({ handle, failures }: FoundRoute) => failures === 'text' && !handle.priority

function listSegments(isWanted: (group: FoundRoute[]) => boolean): [string, FoundRoute[]][] {
  const groups = new Map<string, FoundRoute[]>()
  for (const route of listAll()) {
    const name = route.path.split('/')[1]!
    groups.set(name, [...(groups.get(name) ?? []), route])
  }
  return [...groups].filter(([name, group]) => /^[^:*]/.test(name) && isWanted(group))
}
