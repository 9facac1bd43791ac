/**
 * A form with payout details, sent in a session that has to confirm the password first. It is kept in a sealed cookie, as
 * a form is whose session has ended (kept-form.server.ts); the server keeps no copy.
 */
import type { FormFlash } from '~/notice'
import { sealedCookie } from './cookies.server'
import { writeFitting } from './flash.server'
import type { FormInput } from './input.server'
import { formOwner } from './kept-form.server'
import { redirectWith } from './respond.server'
import type { Session } from './session.server'

/** A form that waits for the password. */
export interface Waiting {
  /** The page the form stood on. */
  to: string
  form: FormFlash
}

const cookie = sealedCookie<Waiting & { owner: string }>('confirm')

/** Redirects to the page that asks for the password, which then saves the form or leads back to it. */
export function askForPassword(
  { user }: Session,
  { from, typed }: Pick<FormInput<unknown>, 'from' | 'typed'>,
): Response {
  return redirectWith(`/auth/confirm?from=${encodeURIComponent(from)}`, {
    headers: { 'Set-Cookie': writeFitting(cookie, { to: from, owner: formOwner(user.id), form: typed }) },
  })
}

/** The waiting form of this person in this browser; null: there is none, or it has expired. */
export function readWaiting(request: Request, { user }: Session): Waiting | null {
  const waiting = cookie.read(request)
  return waiting?.owner === formOwner(user.id) ? { to: waiting.to, form: waiting.form } : null
}

/** The Set-Cookie value that deletes the waiting form. */
export const endWaiting = () => cookie.end()
