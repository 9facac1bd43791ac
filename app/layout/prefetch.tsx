import { PrefetchPageLinks } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { GUEST_PAGES, isGuestPage } from '~/http/guest-pages'

const INTENT_MS = 80

/** `link` and `here` are absolute URLs. */
export function findPageToPrefetch(link: string, here: string): string | null {
  const [to, from] = [new URL(link), new URL(here)]
  const path = to.pathname + to.search
  if (to.origin !== from.origin || path === from.pathname + from.search) return null
  return isGuestPage(to, GUEST_PAGES) ? path : null
}

export function Prefetch() {
  const [page, setPage] = useState<string | null>(null)

  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const aim = ({ target }: Event) => {
      clearTimeout(timer)
      // Browsers do not retry a failed prefetch.
      if (!navigator.onLine) return
      const link = target instanceof Element && target.closest('a')
      const path = link && link.href && !link.target && findPageToPrefetch(link.href, window.location.href)
      if (path) timer = setTimeout(() => setPage(path), INTENT_MS)
    }
    const kinds = ['mouseover', 'focusin', 'touchstart']
    for (const kind of kinds) document.addEventListener(kind, aim, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const kind of kinds) document.removeEventListener(kind, aim)
    }
  }, [])

  return page && <PrefetchPageLinks key={page} page={page} />
}
