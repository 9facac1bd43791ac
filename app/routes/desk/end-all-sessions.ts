import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { expireDeskCookie } from '~/desk/access/caller.server'
import { requireDesk } from '~/desk/access/require.server'
import { endAllDeskSessions } from '~/desk/access/sessions.server'
import { deskPaths } from '~/desk/paths'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/notice'
import type { RouteHandle } from '~/route-handle'

export { clientAction } from '~/http/client-action'

export const handle = { priority: 'desk' } satisfies RouteHandle

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.sessions)
}

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireDesk(request)
  await readForm(request, z.object({}), { form: 'end-all-sessions', fallback: deskPaths.sessions })
  await endAllDeskSessions(actor.operatorId)
  return redirectWith(deskPaths.signIn, {
    notice: success(deskMessages.sessions.allEnded),
    headers: expireDeskCookie(),
  })
}
