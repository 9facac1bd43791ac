/** Which clicks this browser made as a guest, for the sign-up that keeps them (docs/rules.md#3). */
import { sealedCookie } from './cookies.server'

/** A browser rarely makes more in a week; the cookie stays small. */
const MOST = 20

export const guestClicksCookie = sealedCookie<{ clicks: string[] }>('guest_clicks')

/** The ids of the clicks, the oldest first; none where the cookie is not ours or older than 7 days. */
export const readGuestClicks = (request: Request): string[] => guestClicksCookie.read(request)?.clicks ?? []

/** The Set-Cookie value that adds a click to those of this browser. */
export const rememberGuestClick = (request: Request, clickId: string): string =>
  guestClicksCookie.write({ clicks: [...readGuestClicks(request), clickId].slice(-MOST) })
