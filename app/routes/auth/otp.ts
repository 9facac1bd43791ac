/** A valid code signs up, signs in, or opens the form for a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { attemptWrite } from '~/http/attempt.server'
import { guestClicksCookie, readGuestClicks } from '~/http/guest-clicks.server'
import { joinCookie } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { startSession } from '~/http/session.server'
import { closeDialog, openDialog } from '~/http/urls'
import { authenticate } from '~/http/ways-in.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { inheritFromDeparture } from '~/privacy/departures.server'
import { claimGuestClicks } from '~/tracking/guest-claims.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=otp')

export async function action({ request, context }: ActionFunctionArgs) {
  const { from, purpose, session } = await authenticate('otp', request, context, inheritFromDeparture)
  if (!session) return redirectWith(openDialog(from, 'reset-password'))
  const headers = new Headers({ 'Set-Cookie': await startSession(request, session) })
  headers.append('Set-Cookie', joinCookie.end())
  if (purpose === 'sign-up') {
    // The account exists: a failed claim must not fail the sign-up.
    await attemptWrite(claimGuestClicks(session.userId, readGuestClicks(request)), 'guest clicks')
    headers.append('Set-Cookie', guestClicksCookie.end())
  }
  const done = purpose === 'sign-up' ? messages.signUp.done : messages.signIn.done
  return redirectWith(closeDialog(from), { notice: success(done), headers })
}
