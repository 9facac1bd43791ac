import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { moveTo } from '~/http/respond.server'
import { authenticate, letIn } from '~/http/ways-in.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=sign-in')

export const action = async ({ request, context }: ActionFunctionArgs) =>
  letIn(request, await authenticate('sign-in', request, context))
