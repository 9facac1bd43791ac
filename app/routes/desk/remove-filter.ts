import { z } from 'zod/v4'
import { requireDesk } from '~/http/desk/access/require.server'
import { removeFilter } from '~/http/desk/filters.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success, warning } from '~/messages/notice'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/client-action'

export const handle = { priority: 'desk' } satisfies RouteHandle

const schema = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.today)
})

export const action = formAction(
  { form: 'remove-filter', fallback: deskPaths.today },
  async ({ request }) => {
    const { actor } = await requireDesk(request)
    const { input, from } = await readForm(request, schema, {
      form: 'remove-filter',
      fallback: deskPaths.today,
    })
    const { removed, gone } = deskMessages.filters
    const list = await removeFilter(actor, input.id)
    return redirectWith(list ?? from, { notice: list === null ? warning(gone) : success(removed) })
  },
)
