/**
 * A form with payout details, sent in a session that has to confirm the password first: it waits, sealed, in the browser
 * that sent it, as a form does whose session has ended (kept-form.server.ts). On the server there is no copy.
 */
import type { FormFlash } from '~/notice'
import { sealedCookie } from './cookies.server'
import { writeFitting } from './flash.server'
import type { FormInput } from './input.server'
import { formOwner } from './kept-form.server'
import { redirectWith } from './respond.server'
import type { Session } from './session.server'

/** What waits for the password. */
export interface Waiting {
  /** The page the form stood on. */
  to: string
  form: FormFlash
}

const cookie = sealedCookie<Waiting & { owner: string }>('confirm')

/** On to the page that asks for the password; afterwards it carries the form on, or leads back to it. */
export function askForPassword(
  { user }: Session,
  { from, typed }: Pick<FormInput<unknown>, 'from' | 'typed'>,
): Response {
  return redirectWith(`/auth/confirm?from=${encodeURIComponent(from)}`, {
    headers: { 'Set-Cookie': writeFitting(cookie, { to: from, owner: formOwner(user.id), form: typed }) },
  })
}

/** The form of this person that waits in this browser; null: there is none, or it is too old. */
export function readWaiting(request: Request, { user }: Session): Waiting | null {
  const waiting = cookie.read(request)
  return waiting?.owner === formOwner(user.id) ? { to: waiting.to, form: waiting.form } : null
}

/** The Set-Cookie value that ends it. */
export const endWaiting = () => cookie.end()
