import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { joinCookie } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { startSession } from '~/http/session.server'
import { closeDialog } from '~/http/urls'
import { authenticate } from '~/http/ways-in.server'
import { messages } from '~/messages'
import { success } from '~/notice'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=sign-in')

export async function action({ request, context }: ActionFunctionArgs) {
  const { from, session } = await authenticate('sign-in', request, context)
  const headers = new Headers({ 'Set-Cookie': await startSession(request, session) })
  headers.append('Set-Cookie', joinCookie.end())
  return redirectWith(closeDialog(from), { notice: success(messages.signIn.done), headers })
}
