/** POST /auth/otp: a right code signs up, signs in, or leads on to the new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { enterCode, otpSchema } from '~/accounts/enter-code.server'
import { attempt } from '~/http/attempt.server'
import { guestClicksCookie, readGuestClicks } from '~/http/guest-clicks.server'
import { readForm } from '~/http/input.server'
import { joinCookie, readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { readSession, startSession } from '~/http/session.server'
import { closeDialog, openDialog } from '~/http/urls'
import { messages } from '~/messages'
import { success } from '~/notice'
import { claimGuestClicks } from '~/tracking/guest-claims.server'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, otpSchema, { form: 'otp', secrets: ['otp'] })
  const result = await enterCode(form.input.otp, readVisitor(request, context))
  if (!result.ok) {
    // The second of a double click: the first one signed this browser in.
    if (result.reason === 'ended' && (await readSession(request))) return redirectWith(closeDialog(form.from))
    return refuseJoin('otp', form, result)
  }
  const { purpose, session } = result
  if (!session) return redirectWith(openDialog(form.from, 'reset-password'))
  const headers = new Headers({ 'Set-Cookie': await startSession(request, session) })
  headers.append('Set-Cookie', joinCookie.end())
  if (purpose === 'sign-up') {
    // The account is made: what cannot be claimed must not undo it.
    await attempt(claimGuestClicks(session.userId, readGuestClicks(request)), 'guest clicks')
    headers.append('Set-Cookie', guestClicksCookie.end())
  }
  const done = purpose === 'sign-up' ? messages.signUp.done : messages.signIn.done
  return redirectWith(closeDialog(form.from), { notice: success(done), headers })
}
