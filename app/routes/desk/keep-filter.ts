import { z } from 'zod/v4'
import { requireDesk } from '~/http/desk/access/require.server'
import { FILTER_NAME_LENGTH, keepFilter } from '~/http/desk/filters.server'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import { hasControlCharacters } from '~/platform/formats/characters'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

const { filters } = deskMessages

const schema = z.object({
  list: z.string().max(60),
  query: z.string().max(2000),
  name: z
    .string()
    .trim()
    .refine((name) => name && name.length <= FILTER_NAME_LENGTH && !hasControlCharacters(name), {
      error: filters.name,
    }),
})

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, deskPaths.today)
})

const options = { form: 'keep-filter', fallback: deskPaths.today }

export const action = formAction(options, async ({ request, readForm }) => {
  const { actor } = await requireDesk(request)
  const form = await readForm(schema)
  const kept = await keepFilter(actor, form.input)
  return kept.ok
    ? redirectWith(form.from, { notice: success(filters.kept) })
    : form.refuse({ errors: { name: filters[kept.reason] } })
})
