import type { LoaderFunctionArgs } from '@remix-run/node'
import { phoneSchema, startWithPhone } from '~/domain/accounts/code-sign-in.server'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { redirectToOtp, readClientContext, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash } from '~/http/respond.server'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, '/?dialog=otp-sign-in')

const options = { form: 'otp-sign-in', secrets: ['request_key'], failed: accountMessages.signIn.busy }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const form = await readForm(phoneSchema)
  const result = await startWithPhone('otp-sign-in', form.input, readClientContext(request, context))
  return result.ok ? redirectToOtp(form.from, result.challengeId) : refuseAuth('otp-sign-in', form, result)
})
