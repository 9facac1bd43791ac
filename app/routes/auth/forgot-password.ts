import type { LoaderFunctionArgs } from '@remix-run/node'
import { phoneSchema, startWithPhone } from '~/domain/accounts/code-sign-in.server'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { redirectToOtp, readClientContext, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash } from '~/http/respond.server'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, '/?dialog=forgot-password')

const options = { form: 'forgot-password', secrets: ['request_key'], failed: accountMessages.reset.failed }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const form = await readForm(phoneSchema)
  const result = await startWithPhone('forgot-password', form.input, readClientContext(request, context))
  return result.ok
    ? redirectToOtp(form.from, result.challengeId)
    : refuseAuth('forgot-password', form, result)
})
