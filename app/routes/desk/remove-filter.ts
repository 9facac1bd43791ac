import { z } from 'zod/v4'
import { requireDesk } from '~/http/desk/access/require.server'
import { removeFilter } from '~/http/desk/filters.server'
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
  return redirectKeepingFlash(request, deskPaths.today)
})

const options = { form: 'remove-filter', fallback: deskPaths.today }

export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  const { input, from } = await readForm(schema)
  const { removed, gone } = deskMessages.filters
  const list = await removeFilter(actor, input.id)
  return redirectWith(list ?? from, { notice: list === null ? warning(gone) : success(removed) })
})
