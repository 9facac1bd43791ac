import { PRIVATE, RETRY_AFTER } from '~/platform/config/caching'
import { resource } from '~/http/resource.server'
import { refusal } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import type { RouteHandle } from '~/platform/route-handle'
import { readHeaderState } from '~/components/layout/header-data.server'

export const handle = { failures: 'text' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  const session = await readSession(request)
  if (!session) return refusal(401, 'Unauthorized')
  const state = await readHeaderState(session.user.id)
  // After a failure the header keeps what it shows; without notifications the badge would vanish.
  if (!state.notifications) return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER })
  return Response.json(state, { headers: { 'Cache-Control': PRIVATE } })
})
