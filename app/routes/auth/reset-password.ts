/** POST /auth/reset-password: a new password, by the proof of a code. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { resetPassword, resetSchema } from '~/accounts/reset-password.server'
import { readForm } from '~/http/input.server'
import { joinCookie, readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { openDialog } from '~/http/urls'
import { messages } from '~/messages'
import { success } from '~/notice'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, resetSchema, {
    form: 'reset-password',
    secrets: ['new_password', 'confirm_password'],
  })
  const result = await resetPassword(readVisitor(request, context).challengeId, form.input)
  if (!result.ok) return refuseJoin('reset-password', form, result)
  return redirectWith(openDialog(form.from, 'sign-in'), {
    notice: success(messages.reset.done),
    headers: { 'Set-Cookie': joinCookie.end() },
  })
}
