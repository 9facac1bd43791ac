import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirectKeepingFlash } from '~/http/respond.server'
import { completeSignIn, passwordStrategy } from '~/http/sign-in-strategies.server'

export { clientAction } from '~/http/client-action'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=sign-in')

export const action = async ({ request, context }: ActionFunctionArgs) =>
  completeSignIn(request, await passwordStrategy(context).authenticate(request))
