import { z } from 'zod/v4'
import { expireDeskCookie } from '~/http/desk/access/caller.server'
import { readDeskSession, requireDesk } from '~/http/desk/access/require.server'
import { closeDeskSession } from '~/http/desk/access/sessions.server'
import { deskPaths } from '~/http/desk/paths'
import { readDeskTokenHash } from '~/http/desk-address.server'
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
  return redirectKeepingFlash(request, deskPaths.today)
})

const options = { form: 'sign-out', fallback: deskPaths.signIn }

export const action = formAction(options, async ({ request, readForm }) => {
  await readDeskSession(request)
  await readForm(z.object({}))
  const tokenHash = readDeskTokenHash(request)
  if (tokenHash) await closeDeskSession(tokenHash)
  return redirectWith(deskPaths.signIn, {
    notice: success(deskMessages.signIn.out),
    headers: expireDeskCookie(),
  })
})
