import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { pushMessages } from '~/messages/push'
import { failure, success } from '~/notice'
import { subscribeDevice } from '~/outreach/push/subscriptions.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/client-action'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const typedSchema = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

export async function action({ request }: ActionFunctionArgs) {
  const { user, tokenHash } = await requireSession(request)
  const form = await readForm(request, typedSchema, {
    form: 'push',
    secrets: ['endpoint', 'p256dh', 'auth'],
    fallback: paths.notifications,
    anchor: 'push',
  })
  const subscribed = await subscribeDevice({ userId: user.id, tokenHash }, form.input)
  return subscribed.ok
    ? redirectWith(form.from, { notice: success(pushMessages.push.on) })
    : form.refuse({ notice: failure(pushMessages.push[subscribed.reason]) })
}
