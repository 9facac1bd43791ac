import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirectKeepingFlash } from '~/http/respond.server'
import { completeSignIn, passwordStrategy } from '~/http/sign-in-strategies.server'
import type { RouteHandle } from '~/route-handle'

export { clientAction } from '~/http/client-action'

export const handle = { changesMember: true } satisfies RouteHandle

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=sign-in')

export const action = async ({ request, context }: ActionFunctionArgs) =>
  completeSignIn(request, await passwordStrategy(context).authenticate(request))
