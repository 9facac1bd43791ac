import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasReset } from '~/domain/accounts/retries.server'
import { resetPassword, resetSchema } from '~/domain/accounts/reset-password.server'
import { formAction } from '~/http/form-action.server'
import { readDeviceMembers, rememberMember } from '~/http/device.server'
import { authFlowCookie, readClientContext, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { openDialog } from '~/http/urls'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, '/?dialog=reset-password')

const options = {
  form: 'reset-password',
  secrets: ['new_password', 'confirm_password'],
  failed: accountMessages.reset.failed,
}

export const action = formAction(options, async ({ request, context, readForm }) => {
  const form = await readForm(resetSchema)
  const visitor = readClientContext(request, context)
  const result = await resetPassword(visitor.challengeId, form.input, visitor.address)
  const isRepeat =
    !result.ok && result.reason === 'failed' && (await hasReset(form.input.new_password, visitor))
  if (!result.ok && !isRepeat) return refuseAuth('reset-password', form, result)
  const headers = new Headers({
    'Set-Cookie': result.ok
      ? authFlowCookie.write({ phone: result.phone, isProven: true })
      : authFlowCookie.end(),
  })
  // This browser stays a known device if it was one; all other devices become unknown.
  const device =
    result.ok &&
    readDeviceMembers(request).includes(result.userId) &&
    rememberMember(request, result.userId, result.passwordStamp)
  if (device) headers.append('Set-Cookie', device)
  return redirectWith(openDialog(form.from, 'sign-in'), {
    notice: success(accountMessages.reset.done),
    headers,
  })
})
