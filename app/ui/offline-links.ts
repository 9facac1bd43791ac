import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { siteMessages } from '~/messages/site'
import { failure, type Notice } from '~/notice'
import { PAGES } from '~/offline/caches'

const NOTICE = failure(siteMessages.network.noAnswer)

/** Keeps the page when offline: Remix would reload it and discard what was typed. Use it once. */
export function useOfflineLinks(): Notice | undefined {
  const { key } = useLocation()
  const [failedAt, setFailedAt] = useState<string | null>(null)
  useEffect(() => {
    const keepPage = (event: MouseEvent) => {
      const href = navigator.onLine ? null : readFollowedLink(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setFailedAt(null)
      void isReachable(href).then((is) => (is ? window.location.assign(href) : setFailedAt(key)))
    }
    // Before React, whose listener is at the document.
    window.addEventListener('click', keepPage, { capture: true })
    return () => window.removeEventListener('click', keepPage, { capture: true })
  }, [key])
  return failedAt === key ? NOTICE : undefined
}

function readFollowedLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  if (button || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element && target.closest('a')
  if (!link || !link.href || link.target || link.hasAttribute('download')) return null
  return link.origin === window.location.origin ? link.href : null
}

/** Some systems report offline wrongly, and the service worker may have a copy of the page. */
async function isReachable(address: string): Promise<boolean> {
  if (await fetch('/healthz', { cache: 'no-store' }).catch(() => null)) return true
  if (!navigator.serviceWorker?.controller) return false
  return Boolean(await caches.match(address.split('#', 1)[0]!, { cacheName: PAGES.name }).catch(() => null))
}
