/** Only during a request: the table is evaluated after modules that import this one. */
import { routes } from 'virtual:remix/server-build'
import { listRoutes, type FoundRoute } from '~/runtime/find-route'

let listed: FoundRoute[] | undefined

const listAll = () => (listed ??= listRoutes(routes))

const listPaths = (isWanted: (route: FoundRoute) => boolean): string[] =>
  listAll()
    .filter(isWanted)
    .map(({ path }) => path)

const isPageForPeople = ({ isPage, failures }: FoundRoute) => isPage && failures === 'page'
const isGuestPage = (route: FoundRoute) => route.handle.cache === 'guests' && isPageForPeople(route)

/** Patterns such as '/Offers/:slug'. Same for every guest, and reading changes nothing. */
export const listGuestPages = () => listPaths(isGuestPage)

export const listSitemapPages = () => listPaths(({ handle }) => handle.sitemap === true)

/** Paths, in lower case, where a POST may change whose browser this is. */
export const listMemberChanges = () =>
  listPaths(({ handle }) => handle.changesMember === true).map((path) => path.toLowerCase())

/** First segments without a page of the shop, in lower case: only the browser itself requests what is there. */
export const listSegmentsWithoutPages = () =>
  listSegments(
    (group) => !group.some((route) => isPageForPeople(route) && route.handle.priority !== 'desk'),
  ).map(([name]) => name.toLowerCase())

/** Prefixes of paths that are not for search engines: what has neither pages for them nor only files. */
export const listClosedPaths = () =>
  listSegments((group) => !group.some(isForSearch) && !group.every(isFile)).map(([name, group]) =>
    group.some(({ path }) => path === `/${name}`) ? `/${name}` : `/${name}/`,
  )

const isForSearch = (route: FoundRoute) => route.handle.sitemap === true || isGuestPage(route)
const isFile = ({ handle, failures }: FoundRoute) => failures === 'text' && !handle.priority

/** Routes by the first segments of their paths; those that begin with a parameter are in none. */
function listSegments(isWanted: (group: FoundRoute[]) => boolean): [string, FoundRoute[]][] {
  const groups = new Map<string, FoundRoute[]>()
  for (const route of listAll()) {
    const name = route.path.split('/')[1]!
    groups.set(name, [...(groups.get(name) ?? []), route])
  }
  return [...groups].filter(([name, group]) => /^[^:*]/.test(name) && isWanted(group))
}
