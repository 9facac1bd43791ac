import { requireDesk } from '~/http/desk/access/require.server'
import { deskPaths } from '~/http/desk/paths'
import { fillReply, replySchema } from '~/http/desk/replies/fill.server'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, refusal } from '~/http/respond.server'
import { mayDo } from '~/desk/roles'
import { deskMessages } from '~/messages/desk'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.today)
})

const options = { failed: deskMessages.draft.failed, form: 'operation', fallback: deskPaths.today }

/** Without scripts: the form comes back with the chosen text in it, and with all that was typed. By POST, so that nothing of it is in an address. */
export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  if (!mayDo(actor.role, 'support')) throw refusal(403, 'Forbidden')
  return fillReply(await readForm(replySchema), actor)
})
