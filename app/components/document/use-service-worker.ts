import { useEffect } from 'react'
import { paths } from '~/paths'
import { deleteCopies } from './delete-copies'

type Connection = { connection?: { saveData?: boolean } }

/** Registers the worker for push and the page 'You are offline'; where it is off, removes it. */
export function useServiceWorker(isOn: boolean): void {
  useEffect(() => whenIdle(isOn ? register : end), [isOn])
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
