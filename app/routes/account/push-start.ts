import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { pushMessages } from '~/messages/push'
import { failure, success } from '~/messages/notice'
import { subscribeDevice } from '~/domain/outreach/push-subscriptions.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const typed = z.string().default('')
const typedSchema = z.object({ endpoint: typed, p256dh: typed, auth: typed })

const options = { form: 'push', fallback: paths.notifications }

export const action = formAction(options, async ({ request, readForm }) => {
  const { user, tokenHash } = await requireSession(request)
  const form = await readForm(typedSchema)
  const subscribed = await subscribeDevice({ userId: user.id, tokenHash }, form.input)
  const { on, invalid, tooMany } = pushMessages.push
  const notice = subscribed.ok ? success(on) : failure({ invalid, tooMany }[subscribed.reason])
  return redirectWith(form.from, { notice })
})
