/** Keeps the return path and the form of an ended session in a sealed cookie until the next sign-in. */
import { createHmac } from 'node:crypto'
import { deriveKey } from '~/platform/config/env.server'
import { accountMessages } from '~/messages/account'
import { warning } from '~/messages/notice'
import { siteMessages } from '~/messages/site'
import { LARGEST_MIXED_BODY, SMALL_BODY } from '~/platform/config/body-limits'
import { readFileForm, readFormData, readMediaType } from './body.server'
import { createSealedCookie } from './cookies.server'
import { readDeviceMembers } from './device.server'
import { takeFlash } from './flash.server'
import { writeWithinLimit } from './form/flash.server'
import { listFilesAgain, listReturnedValues, type FormFlash } from './form/form-flash'
import { requireSameOrigin } from './guard.server'
import { redirectWith } from './respond.server'
import { getPathname, safePath } from './form/site-paths'
import { closeDialog, openDialog } from './urls'
import { isNavigation } from './form/navigation'

interface Draft {
  to: string
  owner?: string
  form?: FormFlash
  /** The member who was signed in instead of the owner: the draft waits beside this session. */
  beside?: string
}

type OwnedForm = Required<Pick<Draft, 'to' | 'owner' | 'form'>>

const cookie = createSealedCookie<Draft>('kept')

/** Fields that no form gets back: secrets, and what its page fills by itself. */
export const isLeftOut = (name: string): boolean => name === 'request_key' || /password|otp/i.test(name)

export function hashFormOwner(owner: number | string): string {
  return createHmac('sha256', deriveKey('form owner')).update(String(owner)).digest('base64url').slice(0, 22)
}

/** Null: the form has no owner. Files are not kept: their fields have the error `fileAgain`. */
export function parseOwnedForm(data: FormData): OwnedForm | null {
  const keep = data.get('keep')
  const [, owner, form] = /^([\w-]{22}):([\w-]{1,40})$/.exec(typeof keep === 'string' ? keep : '') ?? []
  if (!owner || !form) return null
  const values = listReturnedValues(data, isLeftOut)
  const errors = listFilesAgain(data, siteMessages.forms.fileAgain)
  return { to: safePath(data.get('from')), owner, form: { form, values, errors } }
}

/**
 * Null: the form has no owner, or has more than 64 KB and `mayBeLarge` is false, so that it is not read.
 * Throws 403, 413, 400 and 503.
 */
export async function readOwnedForm(
  request: Request,
  { mayBeLarge, most }: { mayBeLarge: boolean; most?: number },
): Promise<OwnedForm | null> {
  requireSameOrigin(request)
  const type = readMediaType(request)
  if (type === 'application/x-www-form-urlencoded') return parseOwnedForm(await readFormData(request))
  if (type !== 'multipart/form-data') return null
  if (!mayBeLarge && !(Number(request.headers.get('Content-Length') ?? NaN) <= SMALL_BODY)) return null
  return parseOwnedForm(await readFileForm(request, most))
}

/** Null: the form has no owner. A large file is read only from a browser in which somebody has signed in before. */
export async function saveDraft(request: Request): Promise<Response | null> {
  const mayBeLarge = readDeviceMembers(request).length > 0
  const draft = await readOwnedForm(request, { mayBeLarge, most: LARGEST_MIXED_BODY })
  return draft && redirectWithDraft(draft)
}

export function redirectWithDraft(draft: OwnedForm & Pick<Draft, 'beside'>): Response {
  const { to } = draft
  const page = /^\/(?:account|auth)(\/|$)/i.test(getPathname(to)) ? '/' : closeDialog(to)
  return redirectWith(openDialog(page, 'sign-in'), {
    notice: warning(accountMessages.account.signInAgain),
    headers: { 'Set-Cookie': writeWithinLimit(cookie, draft) },
  })
}

/** A form that another member opened waits for a sign-in of its owner. */
export const hasDraftBeside = (request: Request, userId: number): boolean =>
  cookie.read(request)?.beside === hashFormOwner(userId)

export const saveReturnPath = (to: string) => cookie.write({ to: safePath(to) })

/** Call it for a signed-in member. A form of another member is deleted, unless it was sent in this session. */
export function consumeDraft(
  request: Request,
  userId: number,
): { back: Response | null; end: string | null } {
  const draft = cookie.read(request)
  if (!draft || !isNavigation(request) || draft.beside === hashFormOwner(userId))
    return { back: null, end: null }
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
