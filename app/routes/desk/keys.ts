import { z } from 'zod/v4'
import { requireDesk } from '~/http/desk/access/require.server'
import { writeSlashKey } from '~/http/desk/keys.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

const schema = z.object({ slash: z.literal('yes').optional() })

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.sessions)
})

const options = { form: 'keys', fallback: deskPaths.sessions }

export const action = formAction(options, async ({ request, readForm }) => {
  await requireDesk(request)
  const { input } = await readForm(schema)
  const isOn = input.slash === 'yes'
  const { on, off } = deskMessages.keys
  return redirectWith(deskPaths.sessions, {
    notice: success(isOn ? on : off),
    headers: { 'Set-Cookie': writeSlashKey(isOn) },
  })
})
