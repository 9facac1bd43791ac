import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { sendLinkAgain } from '~/domain/accounts/email-address.server'
import { formAction } from '~/http/form-action.server'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { success, warning } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.account)

const whenAway = { form: 'send-link', fallback: paths.account }

export const action = formAction(whenAway, async ({ request, context }) => {
  const { user } = await requireSession(request)
  await readForm(request, z.object({ send: z.literal('link') }), {
    form: 'send-link',
    fallback: paths.account,
  })
  const email = await sendLinkAgain(user.id, context.clientAddress ?? '')
  const { sent, none } = addressMessages.address
  return redirectWith(paths.account, {
    notice: email ? success({ text: fill(sent.text, { email }) }) : warning({ text: none }),
  })
})
