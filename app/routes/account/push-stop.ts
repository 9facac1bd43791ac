import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { pushMessages } from '~/messages/push'
import { success } from '~/messages/notice'
import { unsubscribeDevice } from '~/domain/outreach/push-subscriptions.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const options = { form: 'push-stop', fallback: paths.notifications }

export const action = formAction(options, async ({ request, readForm }) => {
  const { user, tokenHash } = await requireSession(request)
  const form = await readForm(emptySchema)
  await unsubscribeDevice({ userId: user.id, tokenHash })
  return redirectWith(form.from, { notice: success(pushMessages.push.off) })
})
