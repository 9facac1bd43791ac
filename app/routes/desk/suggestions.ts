import { requireDesk } from '~/http/desk/access/require.server'
import { readSentForm } from '~/http/form-action.server'
import { deskPaths } from '~/http/desk/paths'
import { readAtDesk } from '~/http/desk/read.server'
import { readSuggestions } from '~/http/desk/suggestions.server'
import { PRIVATE } from '~/platform/config/caching'
import { resource } from '~/http/resource.server'
import { redirectWith } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk', failures: 'json' } satisfies RouteHandle

/** Only scripts request it. */
export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectWith(deskPaths.today)
}, 'json')

/** Names for a field, as it is typed: by POST, so that what is typed is in no address. */
export const action = resource(async ({ request }) => {
  const { actor } = await requireDesk(request)
  const data = await readSentForm(request)
  const suggestions = await readAtDesk(() => readSuggestions(actor, data))
  return Response.json({ suggestions }, { headers: { 'Cache-Control': PRIVATE } })
}, 'json')
