/**
 * A form that was sent after its session had ended: it is kept, sealed, in the browser that sent it, until its owner has
 * signed in again there. Anybody else who signs in ends it unseen; on the server there is no copy. It may hold an account
 * number, so it lives no longer than a sign-in takes, is HttpOnly, and is used once; passwords and codes are left out.
 */
import { createHmac } from 'node:crypto'
import { derivedKey } from '~/env.server'
import { messages } from '~/messages'
import { warning, type FormFlash } from '~/notice'
import { mediaType, readFormData } from './body.server'
import { sealedCookie } from './cookies.server'
import { takeFlash, writeFitting } from './flash.server'
import { requireSameOrigin } from './guard.server'
import { redirectWith } from './respond.server'
import { closeDialog, openDialog, pathOf, safePath } from './urls'
import { isVisit } from './visit'

interface Kept {
  /** The page the form stood on. */
  to: string
  owner: string
  form: FormFlash
}

const cookie = sealedCookie<Kept>('kept')

/** Fields that are of the frame, and those whose content never leaves the request that brought it. */
const LEFT_OUT = /^(?:from|csrf|keep|request_key)$|password|otp/i

/** What the forms of a signed-in person carry: whose they are, for when the session is over. */
export function formOwner(userId: number): string {
  return createHmac('sha256', derivedKey('form owner'))
    .update(String(userId))
    .digest('base64url')
    .slice(0, 22)
}

/**
 * The answer to a form that needs a session and comes without one: the sign-in dialog, and what was typed is kept. Null
 * for what no form of ours sent to a signed-in person. Throws the guard's 403 and the limits' 413 and 400.
 */
export async function keepForm(request: Request): Promise<Response | null> {
  requireSameOrigin(request)
  if (mediaType(request) !== 'application/x-www-form-urlencoded') return null
  const data = await readFormData(request)
  const keep = data.get('keep')
  const [, owner, form] = /^([\w-]{22}):([\w-]{1,40})$/.exec(typeof keep === 'string' ? keep : '') ?? []
  if (!owner || !form) return null
  const values = Object.fromEntries(
    [...data].filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !LEFT_OUT.test(field[0]),
    ),
  )
  const to = safePath(data.get('from'))
  // A guest cannot open pages that need a session.
  const page = /^\/(?:account|auth)(\/|$)/i.test(pathOf(to)) ? '/' : closeDialog(to)
  return redirectWith(openDialog(page, 'sign-in'), {
    notice: warning(messages.account.signInAgain),
    headers: { 'Set-Cookie': writeFitting(cookie, { to, owner, form: { form, values, errors: {} } }) },
  })
}

/** On the first page after a sign-in: the way back to the owner's form, as it was typed; another person's is ended. */
export function takeKeptForm(
  request: Request,
  userId: number,
): { back: Response | null; end: string | null } {
  const kept = cookie.read(request)
  if (!kept || !isVisit(request)) return { back: null, end: null }
  if (kept.owner !== formOwner(userId)) return { back: null, end: cookie.end() }
  const back = redirectWith(kept.to, {
    notice: takeFlash(request).flash?.notice,
    form: kept.form,
    headers: { 'Set-Cookie': cookie.end() },
  })
  return { back, end: null }
}
