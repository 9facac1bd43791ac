import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '~/paths'
import { deleteCopies } from './delete-copies'

type Connection = { connection?: { saveData?: boolean } }

export function useOfflineCopies(isOn: boolean): void {
  const { pathname, search } = useLocation()
  useEffect(() => whenIdle(isOn ? register : end), [isOn])
  useEffect(() => void notifyWorker(pathname + search), [pathname, search])
}

function whenIdle(work: () => Promise<void>): void {
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  const begin = () => void work().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 10_000 })
  else setTimeout(begin, 2000)
}

async function register(): Promise<void> {
  if ((navigator as Connection).connection?.saveData) return
  // The HTTP cache answers the registration, so that not every page causes a request.
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
