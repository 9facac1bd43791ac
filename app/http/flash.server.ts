/** What the shop tells its next page, in a sealed cookie that lives five minutes. */
import { PRIVATE } from '~/platform/config/caching'
import { createSealedCookie } from './cookies.server'
import type { Flash } from './flash'
import { createFlash } from './form/flash.server'

const cookie = createSealedCookie<Flash & { path: string }>('flash')

export const { writeFlash, takeFlash, forwardFlash, ...redirects } = createFlash<Flash>({
  cookie: {
    ...cookie,
    read(request) {
      const stored = cookie.read(request)
      if (!stored) return null
      const { path, ...flash } = stored
      return { path, flash }
    },
  },
  cacheControl: PRIVATE,
})
