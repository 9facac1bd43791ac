/** POST /auth/sign-up: checks what was typed and sends the code that will make the account. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { signUpSchema, startSignUp } from '~/accounts/sign-up.server'
import { readForm } from '~/http/input.server'
import { goToOtp, readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo } from '~/http/respond.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, signUpSchema, {
    form: 'sign-up',
    secrets: ['password', 'request_key'],
    fallback: '/Singup',
  })
  const result = await startSignUp(form.input, readVisitor(request, context))
  return result.ok ? goToOtp(form.from, result.challengeId) : refuseJoin('sign-up', form, result)
}
