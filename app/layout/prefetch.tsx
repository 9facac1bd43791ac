import { PrefetchPageLinks } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { hasPersonalParameters } from '~/http/guest-pages'
import { loadModules } from '~/ui/route-modules'

const INTENT_MS = 80

/** The link's path if it is another page of this site that may be prefetched for guests. Both URLs are absolute. */
export function findPathToPrefetch(link: string, here: string): string | null {
  const [to, from] = [new URL(link), new URL(here)]
  const path = to.pathname + to.search
  if (to.origin !== from.origin || path === from.pathname + from.search) return null
  return hasPersonalParameters(to) ? null : path
}

/** The router has the handles of loaded modules only, and prefetching the page would load the modules, too. */
async function isForGuests(path: string): Promise<boolean> {
  const page = (await loadModules(path)).at(-1)
  return page?.default !== undefined && page.handle?.cache === 'guests'
}

export function Prefetch() {
  const [page, setPage] = useState<string | null>(null)

  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = ''
    const prefetch = async (path: string) => {
      last = path
      if ((await isForGuests(path).catch(() => false)) && path === last) setPage(path)
    }
    const aim = ({ target }: Event) => {
      clearTimeout(timer)
      // Browsers do not retry a failed prefetch.
      if (!navigator.onLine) return
      const link = target instanceof Element && target.closest('a')
      const path = link && link.href && !link.target && findPathToPrefetch(link.href, window.location.href)
      if (path) timer = setTimeout(() => void prefetch(path), INTENT_MS)
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
