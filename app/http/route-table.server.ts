/** Only during a request: the table is evaluated after modules that import this one. */
import { routes } from 'virtual:remix/server-build'
import { listRoutes, type FoundRoute } from '~/runtime/find-route'

let listed: FoundRoute[] | undefined

const listPages = (isWanted: (route: FoundRoute) => boolean): string[] =>
  (listed ??= listRoutes(routes)).filter(isWanted).map(({ path }) => path)

/** Same for every guest, and reading changes nothing. */
export const listGuestPages = () =>
  listPages(({ handle, isPage, failures }) => handle.cache === 'guests' && isPage && failures === 'page')

export const listSitemapPages = () => listPages(({ handle }) => handle.sitemap === true)
