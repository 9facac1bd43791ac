import { env } from '~/config/env.server'
import { readDeskTokenHash } from '~/http/desk-address.server'
import { isNavigation } from '~/http/is-navigation'
import { redirectWith } from '~/http/respond.server'
import { writeArrivalPath } from '../paths'

/**
 * Throws a redirect for a link of another site, such as a mail's page: the browser sends the desk's cookie, SameSite=Strict, only once
 * a page of the desk leads there.
 */
export function requireArrival(request: Request): void {
  const comesFromElsewhere = request.headers.get('Sec-Fetch-Site') === 'cross-site'
  if (!env().DESK_ORIGIN || !comesFromElsewhere || !isNavigation(request) || readDeskTokenHash(request))
    return
  const { pathname, search } = new URL(request.url)
  throw redirectWith(writeArrivalPath(pathname + search))
}
