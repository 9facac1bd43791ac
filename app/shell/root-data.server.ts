import { attempt } from '~/http/attempt.server'
import { rememberMember } from '~/http/device.server'
import { takeFlash } from '~/http/flash.server'
import { csrfToken } from '~/http/guard.server'
import { rememberReferral } from '~/http/join.server'
import { missingCookiesFlash, probeCookies } from '~/http/probe.server'
import { formOwner, takeKeptForm } from '~/http/kept-form.server'
import { readSession } from '~/http/session.server'
import { readDialogData } from './dialog-data.server'
import { readHeader } from './header-data.server'
import { readShell } from './shell.server'

export type RootData = Awaited<ReturnType<typeof readRoot>>['content']

/** Never fails: without a database, it returns a guest's frame. If not `whole`, the page must not be cached. */
export async function readRoot(request: Request) {
  const found = await attempt(
    readSession(request).then((session) => ({ session })),
    'session',
  )
  const session = found?.session ?? null
  const kept = session && takeKeptForm(request, session.user.id)
  if (kept?.back) throw kept.back
  const [shell, header, dialog, referral] = await Promise.all([
    readShell(),
    attempt(
      Promise.resolve(session && readHeader(session.user)).then((user) => ({ user })),
      'header',
    ),
    found &&
      attempt(
        readDialogData(request, session).then((content) => ({ content })),
        'dialog',
      ),
    attempt(
      rememberReferral(request).then((cookie) => ({ cookie })),
      'referral',
    ),
  ])
  const { isWhole, ...frame } = shell
  const whole = Boolean(isWhole && header && dialog && referral)
  const { flash, end } = takeFlash(request)
  // Without a database the form may be missing: its flash is kept for the next attempt.
  const endFlash = whole || !flash?.form ? end : null
  const csrf = session && csrfToken(session.tokenHash)
  const device = session && rememberMember(request, session.user.id, session.passwordStamp)
  return {
    content: {
      ...frame,
      user: header?.user ?? null,
      dialog: dialog?.content ?? null,
      noDialog: !dialog,
      csrf,
      owner: session && formOwner(session.user.id),
      flash: flash ?? missingCookiesFlash(request),
    },
    cookies: [
      endFlash,
      referral?.cookie ?? null,
      device,
      kept?.end ?? null,
      dialog?.content?.kind === 'join' ? probeCookies(request) : null,
    ].filter((cookie) => cookie !== null),
    whole,
  }
}
