import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { tryPart } from '~/http/or-null.server'
import { guestClicksCookie, readGuestClicks } from '~/http/guest-clicks.server'
import { redirectKeepingFlash } from '~/http/respond.server'
import { codeStrategy, completeSignIn } from '~/http/sign-in-strategies.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=otp')

export const action = formAction(
  { form: 'otp', secrets: ['otp'], failed: accountMessages.otp.ended },
  async (args) => {
    const { request } = args
    const entered = await codeStrategy(args, inheritFromDeparture).authenticate(request)
    const headers = new Headers()
    if (entered.isNew && entered.session) {
      await tryPart(claimGuestClicks(entered.session.userId, readGuestClicks(request)), 'guest clicks')
      headers.append('Set-Cookie', guestClicksCookie.end())
    }
    return completeSignIn(request, entered, headers)
  },
)
