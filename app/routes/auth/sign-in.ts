import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import { completeSignIn, passwordStrategy } from '~/http/sign-in-strategies.server'
import { accountMessages } from '~/messages/account'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=sign-in')

export const action = formAction({ failed: accountMessages.signIn.busy }, async ({ request, context }) =>
  completeSignIn(request, await passwordStrategy(context).authenticate(request)),
)
