import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChangePasswordForm } from './change-password/change-password-form'
import { changePassword, changePasswordSchema } from '~/domain/accounts/change-password.server'
import { retryPasswordChange } from '~/domain/accounts/retries.server'
import { explainPasswordChange } from '~/domain/accounts/refusals'
import { formAction } from '~/http/form-action.server'
import { readClientContext } from '~/http/auth-flow.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { readSession, readToken, requireSession, requireUser, startSession } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const PATH = paths.changePassword

export const meta = createHiddenMeta('Change Password', 'Choose a new password for your account.', PATH)

export async function loader({ request }: LoaderFunctionArgs) {
  const { phone_number } = await requireUser(request)
  return privatePage({ phone_number })
}

const options = { form: 'change-password', fallback: PATH, secrets: Object.keys(changePasswordSchema.shape) }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const visitor = readClientContext(request, context)
  const token = readToken(request)
  const hasSession = (await readSession(request)) !== null
  // Without a session the form is kept for after the sign-in, from a body that nobody has read.
  const unread = hasSession ? request : request.clone()
  if (token && !hasSession) {
    const form = await readForm(changePasswordSchema)
    const again = await retryPasswordChange(token, form.input.newPassword, visitor)
    if (again) return answer(request, again)
  }
  const { user, tokenHash } = await requireSession(unread)
  const form = await readForm(changePasswordSchema)
  const { address, agent } = visitor
  const result = await changePassword({ userId: user.id, tokenHash, token, address, agent }, form.input)
  if (!result.ok) {
    const { message, errors } = explainPasswordChange(result)
    return form.refuse({ notice: message && failure(message), errors })
  }
  return answer(request, result)
})

async function answer(request: Request, session: { token: string; remember: boolean }) {
  return redirectWith(PATH, {
    notice: success(accountMessages.changePassword.done),
    headers: { 'Set-Cookie': await startSession(request, session) },
  })
}

export default function ChangePassword() {
  const { phone_number } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="password-title">
      <h1 id="password-title" className="text-xl">
        Change Password
      </h1>
      <ChangePasswordForm phone={phone_number} />
    </section>
  )
}
