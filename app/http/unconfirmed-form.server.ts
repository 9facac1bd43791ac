/** Payout details that wait for a password confirmation: in a sealed cookie, as in kept-form.server.ts. */
import type { FormFlash } from '~/notice'
import { paths } from '~/paths'
import { sealedCookie } from './cookies.server'
import { writeFitting } from './flash.server'
import type { FormInput } from './input.server'
import { formOwner } from './kept-form.server'
import { redirectWith } from './respond.server'
import type { Session } from './session.server'

export interface Waiting {
  to: string
  form: FormFlash
}

const cookie = sealedCookie<Waiting & { owner: string }>('confirm')

export function askForPassword(
  { user }: Session,
  { from, typed }: Pick<FormInput<unknown>, 'from' | 'typed'>,
): Response {
  return redirectWith(`${paths.confirm}?from=${encodeURIComponent(from)}`, {
    headers: { 'Set-Cookie': writeFitting(cookie, { to: from, owner: formOwner(user.id), form: typed }) },
  })
}

export function readWaiting(request: Request, { user }: Session): Waiting | null {
  const waiting = cookie.read(request)
  return waiting?.owner === formOwner(user.id) ? { to: waiting.to, form: waiting.form } : null
}

export const endWaiting = () => cookie.end()
