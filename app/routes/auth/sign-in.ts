import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import { completeSignIn, passwordStrategy } from '~/http/sign-in-strategies.server'
import { accountMessages } from '~/messages/account'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=sign-in')

export const action = formAction(
  { form: 'sign-in', secrets: ['password', 'request_key'], failed: accountMessages.signIn.busy },
  async (args) => completeSignIn(args.request, await passwordStrategy(args).authenticate(args.request)),
)
