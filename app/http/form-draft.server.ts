/** Keeps the return path and the form of an ended session in a sealed cookie until the next sign-in. */
import { createHmac } from 'node:crypto'
import { deriveKey } from '~/config/env.server'
import { accountMessages } from '~/messages/account'
import { warning, type FormFlash } from '~/notice'
import { readMediaType, readFormData } from './body.server'
import { createSealedCookie } from './cookies.server'
import { takeFlash, writeWithinLimit } from './flash.server'
import { listReturnedValues } from './form-values'
import { requireSameOrigin } from './guard.server'
import { redirectWith } from './respond.server'
import { closeDialog, openDialog, getPathname, safePath } from './urls'
import { isNavigation } from './is-navigation'

interface Draft {
  to: string
  owner?: string
  form?: FormFlash
}

const cookie = createSealedCookie<Draft>('kept')

export function hashFormOwner(owner: number | string): string {
  return createHmac('sha256', deriveKey('form owner')).update(String(owner)).digest('base64url').slice(0, 22)
}

/** Null: the form has no owner. `files`: how to read a form with files. Throws 403, 413, 400 and what `read` throws. */
export async function readOwnedForm(
  request: Request,
  files?: { error: string; read: () => Promise<FormData> },
): Promise<Required<Draft> | null> {
  requireSameOrigin(request)
  const withFile = files !== undefined && readMediaType(request) === 'multipart/form-data'
  if (!withFile && readMediaType(request) !== 'application/x-www-form-urlencoded') return null
  const data = withFile ? await files.read() : await readFormData(request)
  const keep = data.get('keep')
  const [, owner, form] = /^([\w-]{22}):([\w-]{1,40})$/.exec(typeof keep === 'string' ? keep : '') ?? []
  if (!owner || !form) return null
  const sent = [...data].filter(([, value]) => typeof value !== 'string' && value.size > 0)
  const errors = Object.fromEntries(sent.map(([name]) => [name, files?.error ?? '']))
  return { to: safePath(data.get('from')), owner, form: { form, values: listReturnedValues(data), errors } }
}

export async function saveDraft(request: Request): Promise<Response | null> {
  const draft = await readOwnedForm(request)
  if (!draft) return null
  const { to } = draft
  const page = /^\/(?:account|auth)(\/|$)/i.test(getPathname(to)) ? '/' : closeDialog(to)
  return redirectWith(openDialog(page, 'sign-in'), {
    notice: warning(accountMessages.account.signInAgain),
    headers: { 'Set-Cookie': writeWithinLimit(cookie, draft) },
  })
}

export const saveReturnPath = (to: string) => cookie.write({ to: safePath(to) })

/** Call it after a sign-in. A form of another member is deleted. */
export function consumeDraft(
  request: Request,
  userId: number,
): { back: Response | null; end: string | null } {
  const draft = cookie.read(request)
  if (!draft || !isNavigation(request)) return { back: null, end: null }
  // A sign-in on another page does not lead back.
  const isTheirs = draft.owner ? draft.owner === hashFormOwner(userId) : new URL(request.url).pathname === '/'
  if (!isTheirs) return { back: null, end: cookie.end() }
  const back = redirectWith(draft.to, {
    notice: takeFlash(request).flash?.notice,
    form: draft.form,
    headers: { 'Set-Cookie': cookie.end() },
  })
  return { back, end: null }
}
