import { useNavigation } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'

const NAMES = [
  'sign-in',
  'sign-up',
  'otp-sign-in',
  'forgot-password',
  'otp',
  'reset-password',
  'logout',
  'refer',
  'withdraw',
] as const

export type DialogName = (typeof NAMES)[number]

let views: Record<DialogName, ComponentType> | undefined

export function readDialogName(search: URLSearchParams): DialogName | null {
  const name = search.get('dialog')
  return NAMES.find((dialog) => dialog === name) ?? null
}

/** The server calls it before it renders. */
export function provideDialogs(dialogs: typeof views): void {
  views = dialogs
}

/** Rejects when offline, or when a new build has replaced the modules. */
export async function loadDialogs(): Promise<void> {
  if (!views) provideDialogs((await import('./dialogs')).dialogs)
}

export function usePreloadDialogs(): void {
  const { location } = useNavigation()
  const name = location && readDialogName(new URLSearchParams(location.search))
  useEffect(() => {
    if (name) loadDialogs().catch(() => {})
  }, [name])
}

/** Suspends until the dialogs are loaded; a navigation shows the previous page meanwhile. */
export function DialogView({ name }: { name: DialogName }) {
  if (!views) throw loadDialogs().catch(loadPage)
  const View = views[name]
  return <View />
}

/** Reloads the page. The promise never settles, so that React does not retry meanwhile. */
function loadPage(): Promise<never> {
  window.location.reload()
  return new Promise(() => {})
}
