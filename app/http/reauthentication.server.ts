/** Payout details that wait for the password, in a sealed cookie as in form-draft.server.ts. */
import type { FormFlash } from './form/form-flash'
import { paths } from '~/paths'
import { createSealedCookie } from './cookies.server'
import { writeWithinLimit } from './form/flash.server'
import type { FormInput } from './form-action.server'
import { hashFormOwner } from './form-draft.server'
import { safePath } from './form/site-paths'
import { redirectWith } from './respond.server'
import type { Session } from './session.server'

export interface PendingForm {
  to: string
  form: FormFlash
}

const cookie = createSealedCookie<PendingForm & { owner: string }>('confirm')

export function requirePassword(
  { user }: Session,
  { from, typed }: Pick<FormInput<unknown>, 'from' | 'typed'>,
): Response {
  return redirectWith(`${paths.confirm}?from=${encodeURIComponent(from)}`, {
    headers: {
      'Set-Cookie': writeWithinLimit(cookie, {
        to: safePath(from),
        owner: hashFormOwner(user.id),
        form: typed,
      }),
    },
  })
}

export function readPendingForm(request: Request, { user }: Session): PendingForm | null {
  const waiting = cookie.read(request)
  return waiting?.owner === hashFormOwner(user.id) ? { to: waiting.to, form: waiting.form } : null
}

export const expirePendingForm = () => cookie.end()
