import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { allSchema } from '~/components/account/notification-item'
import { markAllRead } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const options = { form: 'read-all', fallback: paths.notifications }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(allSchema)
  await markAllRead(user.id, form.input.upTo)
  return redirectWith(form.from)
})
