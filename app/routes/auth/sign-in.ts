/** POST /auth/sign-in: mobile number and password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { signIn, signInSchema } from '~/accounts/sign-in.server'
import { readForm } from '~/http/input.server'
import { readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { startSession } from '~/http/session.server'
import { closeDialog } from '~/http/urls'
import { messages } from '~/messages'
import { success } from '~/notice'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, signInSchema, { form: 'sign-in', secrets: ['password'] })
  const result = await signIn(form.input, readVisitor(request, context))
  if (!result.ok) return refuseJoin('sign-in', form, result)
  return redirectWith(closeDialog(form.from), {
    notice: success(messages.signIn.done),
    headers: { 'Set-Cookie': await startSession(request, result) },
  })
}
