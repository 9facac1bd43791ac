import { listRecentStores } from '~/catalog/lists/stores.server'
import { readSession } from '~/http/session.server'
import { listMemberVisits } from '~/tracking/member-visits/list-visits.server'
import { showVisit } from '~/tracking/member-visits/show-visit'
import type { MemberHome } from './member-hero'

const VISITS = 2

/** The last visits and stores of the member; null for a guest. */
export async function readMemberHome(request: Request): Promise<MemberHome | null> {
  const session = await readSession(request)
  if (!session) return null
  const [{ items }, stores] = await Promise.all([
    listMemberVisits(session.user.id, { limit: VISITS }),
    listRecentStores(session.user.id),
  ])
  return { visits: items.map(showVisit), stores: stores.map(({ name, href }) => ({ name, href })) }
}
