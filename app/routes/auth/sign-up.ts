import type { LoaderFunctionArgs } from '@remix-run/node'
import { findExtraErrors, signUpSchema, startSignUp } from '~/domain/accounts/sign-up.server'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { redirectToOtp, readClientContext, buildAuthError, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=sign-up')

const options = {
  form: 'sign-up',
  fallback: paths.signUpPage,
  secrets: ['password', 'request_key'],
  failed: accountMessages.signUp.failed,
}

export const action = formAction(options, async ({ request, context, readForm }) => {
  const visitor = readClientContext(request, context)
  const form = await readForm(signUpSchema, async (fields) => {
    const more = await findExtraErrors(fields, visitor).catch(() => null)
    return more ? buildAuthError('sign-up', more) : {}
  })
  const result = await startSignUp(form.input, visitor)
  return result.ok ? redirectToOtp(form.from, result.challengeId) : refuseAuth('sign-up', form, result)
})
