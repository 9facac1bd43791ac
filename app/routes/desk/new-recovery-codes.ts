import { z } from 'zod/v4'
import { replaceRecoveryCodes } from '~/http/desk/access/recovery-codes.server'
import { requireDesk, requireFreshCode } from '~/http/desk/access/require.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.recoveryCodes)
})

const options = { form: 'new-recovery-codes', fallback: deskPaths.recoveryCodes }

export const action = formAction(options, async ({ request, readForm }) => {
  const desk = await requireDesk(request)
  await readForm(z.object({}))
  requireFreshCode(request, desk, deskPaths.recoveryCodes)
  await replaceRecoveryCodes(desk.actor.operatorId)
  return redirectWith(deskPaths.recoveryCodes)
})
