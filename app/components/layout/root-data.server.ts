import { readOrNull } from '~/http/or-null.server'
import { rememberMember } from '~/http/device.server'
import { readDeskTokenHash, requireDeskAddress } from '~/http/desk-address.server'
import { takeFlash } from '~/http/flash.server'
import { deriveCsrfToken } from '~/http/guard.server'
import { rememberReferral } from '~/http/referral-cookie.server'
import { findMissingCookiesFlash, writeProbeCookie } from '~/http/probe.server'
import { hashFormOwner, consumeDraft } from '~/http/form-draft.server'
import { readSession } from '~/http/session.server'
import { isDeskPage } from '~/http/urls'
import { readDialogData } from './dialog-data.server'
import { readHeader } from './header-data.server'
import { buildLayout, readLayout } from './layout-data.server'

export type RootData = Awaited<ReturnType<typeof readRoot>>['content']

/** Never fails: without a database it returns a guest's data. Unless `isComplete`, the page must not be cached. */
export async function readRoot(request: Request) {
  if (isDeskPage(new URL(request.url))) return readDeskRoot(request)
  const loaded = await readOrNull(
    readSession(request).then((session) => ({ session })),
    'session',
  )
  const session = loaded?.session ?? null
  const draft = session && consumeDraft(request, session.user.id)
  if (draft?.back) throw draft.back
  const [layout, header, dialog, referral] = await Promise.all([
    readLayout(),
    readOrNull(
      Promise.resolve(session && readHeader(session.user)).then((user) => ({ user })),
      'header',
    ),
    loaded &&
      readOrNull(
        readDialogData(request, session).then((content) => ({ content })),
        'dialog',
      ),
    readOrNull(
      rememberReferral(request).then((cookie) => ({ cookie })),
      'referral',
    ),
  ])
  const { isComplete: isLayoutComplete, ...layoutData } = layout
  const isComplete = Boolean(isLayoutComplete && header && dialog && referral)
  const { flash, end } = takeFlash(request)
  // Without a database the page may lack the form, so that its flash is kept for the next attempt.
  const endFlash = isComplete || !flash?.form ? end : null
  const csrf = session && deriveCsrfToken(session.tokenHash)
  const device = session && rememberMember(request, session.user.id, session.passwordStamp)
  return {
    content: {
      ...layoutData,
      user: header?.user ?? null,
      dialog: dialog?.content ?? null,
      dialogFailed: !dialog,
      csrf,
      owner: session && hashFormOwner(session.user.id),
      flash: flash ?? findMissingCookiesFlash(request),
    },
    cookies: [
      endFlash,
      referral?.cookie ?? null,
      device,
      draft?.end ?? null,
      dialog?.content?.kind === 'join' ? writeProbeCookie(request) : null,
    ].filter((cookie) => cookie !== null),
    isComplete,
  }
}

/** Contains nothing about shop and member. Throws the answers of requireDeskAddress(). */
function readDeskRoot(request: Request) {
  requireDeskAddress(request)
  const { isComplete: _, ...layout } = buildLayout(null)
  const tokenHash = readDeskTokenHash(request)
  const { flash, end } = takeFlash(request)
  return {
    content: {
      ...layout,
      user: null,
      dialog: null,
      dialogFailed: false,
      csrf: tokenHash && deriveCsrfToken(tokenHash),
      owner: null,
      flash: flash ?? findMissingCookiesFlash(request),
    },
    cookies: end ? [end] : [],
    isComplete: true,
  }
}
