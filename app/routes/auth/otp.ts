/** A valid code signs up, signs in, or opens the form for a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { attemptWrite } from '~/http/attempt.server'
import { guestClicksCookie, readGuestClicks } from '~/http/guest-clicks.server'
import { moveTo } from '~/http/respond.server'
import { codeStrategy, completeSignIn } from '~/http/sign-in-strategies.server'
import { inheritFromDeparture } from '~/privacy/departures.server'
import { claimGuestClicks } from '~/tracking/guest-claims.server'

export { clientAction } from '~/http/client-action'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=otp')

export async function action({ request, context }: ActionFunctionArgs) {
  const entered = await codeStrategy(context, inheritFromDeparture).authenticate(request)
  const headers = new Headers()
  if (entered.isNew && entered.session) {
    // The account exists: a failed claim must not fail the sign-up.
    await attemptWrite(claimGuestClicks(entered.session.userId, readGuestClicks(request)), 'guest clicks')
    headers.append('Set-Cookie', guestClicksCookie.end())
  }
  return completeSignIn(request, entered, headers)
}
