import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '~/paths'
import { deleteCopies } from './delete-copies'

type Connection = { connection?: { saveData?: boolean } }

/** Has the service worker keep what is read, late enough to be in nobody's way; or ends it where the operator says so. */
export function useOfflineCopies(isOn: boolean): void {
  const { pathname, search } = useLocation()
  useEffect(() => whenIdle(isOn ? register : end), [isOn])
  useEffect(() => void notifyWorker(pathname + search), [pathname, search])
}

function whenIdle(work: () => Promise<void>): void {
  // Absent where the site is not served by https.
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  const begin = () => void work().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 10_000 })
  else setTimeout(begin, 2000)
}

async function register(): Promise<void> {
  if ((navigator as Connection).connection?.saveData) return
  // Asked for again when it has aged, not at every page.
  await navigator.serviceWorker.register(paths.serviceWorker, { updateViaCache: 'all' })
}

async function end(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  await deleteCopies()
}

async function notifyWorker(shown: string): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ shown })
}
