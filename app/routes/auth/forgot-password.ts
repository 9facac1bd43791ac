import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { phoneSchema, startWithPhone } from '~/accounts/join/sign-in.server'
import { readForm } from '~/http/input.server'
import { goToOtp, readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo } from '~/http/respond.server'

export { clientAction } from '~/http/client-action'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=forgot-password')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, phoneSchema, { form: 'forgot-password', secrets: ['request_key'] })
  const result = await startWithPhone('forgot-password', form.input, readVisitor(request, context))
  return result.ok ? goToOtp(form.from, result.challengeId) : refuseJoin('forgot-password', form, result)
}
