/** The clicks of this browser as a guest, for a later sign-up (docs/rules.md#3). */
import { createSealedCookie } from './cookies.server'

const MAX_CLICKS = 20

export const guestClicksCookie = createSealedCookie<{ clicks: string[] }>('guest_clicks')

export const readGuestClicks = (request: Request): string[] => guestClicksCookie.read(request)?.clicks ?? []

export const rememberGuestClick = (request: Request, clickId: string): string =>
  guestClicksCookie.write({ clicks: [...readGuestClicks(request), clickId].slice(-MAX_CLICKS) })
