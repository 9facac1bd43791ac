import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { failure } from '~/messages/notice'
import { NOTIFICATION_MISSING, oneSchema } from '~/components/account/notification-item'
import { markRead } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const options = { form: 'notification', fallback: paths.notifications }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(oneSchema)
  const href = await markRead(user.id, form.input.id)
  return redirectWith(form.from, href === null ? { notice: failure(NOTIFICATION_MISSING) } : {})
})
