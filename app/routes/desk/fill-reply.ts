import { requireDesk } from '~/http/desk/access/require.server'
import { deskPaths } from '~/http/desk/paths'
import { fillReply } from '~/http/desk/replies/fill.server'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/client-action'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.today)
})

const whenAway = { failed: deskMessages.draft.failed, form: 'operation', fallback: deskPaths.today }

/** Without scripts: the form comes back with the chosen text in it, and with all that was typed. By POST, so that nothing of it is in an address. */
export const action = formAction(whenAway, async ({ request }) => {
  const { actor } = await requireDesk(request)
  return fillReply(request, actor)
})
