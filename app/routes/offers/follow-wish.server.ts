import { findFollowedStore, followStore } from '~/domain/catalog/follows.server'
import { createSealedCookie } from '~/http/cookies.server'
import { takeFlash } from '~/http/flash.server'
import { isNavigation } from '~/http/form/navigation'
import { readOrNull, tryPart } from '~/http/or-null.server'
import { redirectWith } from '~/http/respond.server'
import { withSearch } from '~/http/form/site-paths'
import type { Notice } from '~/messages/notice'
import { describeFollow } from './follow-notice'

/** The store of a guest's Follow: only this form sets it, so that a link cannot make a member follow. */
export const wishCookie = createSealedCookie<{ brandId: number }>('follow')

/** Follows the store for which a guest pressed Follow. Null: there is none, or the page asks instead. */
export async function completeFollow(
  request: Request,
  userId: number,
  slug: string,
): Promise<Response | null> {
  if (!isNavigation(request)) return null
  const wish = wishCookie.read(request)
  const store = wish && (await readOrNull(findFollowedStore(slug), 'follow'))
  if (!store || store.id !== wish.brandId) return null
  const result = await tryPart(followStore(userId, slug), 'follow')
  if (!result) return null
  const { pathname, search } = new URL(request.url)
  return redirectWith(withSearch(`${pathname}${search}`, { follow: null }), {
    notice: joinNotices(takeFlash(request).flash?.notice, describeFollow(result, true)),
    headers: { 'Set-Cookie': wishCookie.end() },
    replacesPage: true,
  })
}

/** What the sign-up or sign-in says comes first; a refusal is not mixed with it. */
const joinNotices = (joined: Notice | undefined, followed: Notice): Notice =>
  joined?.tone === 'success' && followed.tone === 'success'
    ? { ...followed, ...joined, text: [joined.text, followed.text].filter(Boolean).join(' ') }
    : followed
