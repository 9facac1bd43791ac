import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { sendLinkAgain } from '~/domain/accounts/email-address.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { success, warning } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.account)

const options = { form: 'send-link', fallback: paths.account }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const { user } = await requireSession(request)
  await readForm(z.object({ send: z.literal('link') }))
  const email = await sendLinkAgain(user.id, context.clientAddress ?? '')
  const { sent, none } = addressMessages.address
  return redirectWith(paths.account, {
    notice: email ? success({ text: fill(sent.text, { email }) }) : warning({ text: none }),
  })
})
