import type { LoaderFunctionArgs } from '@remix-run/node'
import { phoneSchema, startWithPhone } from '~/domain/accounts/code-sign-in.server'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { readForm } from '~/http/input.server'
import { redirectToOtp, readClientContext, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash } from '~/http/respond.server'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, '/?dialog=forgot-password')

export const action = formAction({ failed: accountMessages.reset.failed }, async ({ request, context }) => {
  const form = await readForm(request, phoneSchema, { form: 'forgot-password', secrets: ['request_key'] })
  const result = await startWithPhone('forgot-password', form.input, readClientContext(request, context))
  return result.ok
    ? redirectToOtp(form.from, result.challengeId)
    : refuseAuth('forgot-password', form, result)
})
