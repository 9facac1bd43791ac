/** A valid code signs up, signs in, or opens the form for a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { attemptWrite } from '~/http/attempt.server'
import { guestClicksCookie, readGuestClicks } from '~/http/guest-clicks.server'
import { moveTo } from '~/http/respond.server'
import { authenticate, letIn } from '~/http/ways-in.server'
import { inheritFromDeparture } from '~/privacy/departures.server'
import { claimGuestClicks } from '~/tracking/guest-claims.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=otp')

export async function action({ request, context }: ActionFunctionArgs) {
  const entered = await authenticate('otp', request, context, inheritFromDeparture)
  const headers = new Headers()
  if (entered.isNew && entered.session) {
    // The account exists: a failed claim must not fail the sign-up.
    await attemptWrite(claimGuestClicks(entered.session.userId, readGuestClicks(request)), 'guest clicks')
    headers.append('Set-Cookie', guestClicksCookie.end())
  }
  return letIn(request, entered, headers)
}
