import { z } from 'zod/v4'
import { expireDeskCookie } from '~/http/desk/access/caller.server'
import { requireDesk } from '~/http/desk/access/require.server'
import { endAllDeskSessions } from '~/http/desk/access/sessions.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.sessions)
})

const options = { form: 'end-all-sessions', fallback: deskPaths.sessions }

export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  await readForm(z.object({}))
  await endAllDeskSessions(actor.operatorId)
  return redirectWith(deskPaths.signIn, {
    notice: success(deskMessages.sessions.allEnded),
    headers: expireDeskCookie(),
  })
})
