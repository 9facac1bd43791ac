import { z } from 'zod/v4'
import { requireDesk } from '~/http/desk/access/require.server'
import { endDeskSession } from '~/http/desk/access/sessions.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success, warning } from '~/messages/notice'
import type { RouteHandle } from '~/platform/route-handle'
import { ROW_ID } from '~/platform/formats/ids'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

const schema = z.object({ id: z.string().regex(ROW_ID).transform(Number) })

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.sessions)
})

const options = { form: 'end-session', fallback: deskPaths.sessions }

export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  const { input } = await readForm(schema)
  const { ended, gone } = deskMessages.sessions
  const isEnded = await endDeskSession(actor.operatorId, input.id)
  return redirectWith(deskPaths.sessions, { notice: isEnded ? success(ended) : warning(gone) })
})
