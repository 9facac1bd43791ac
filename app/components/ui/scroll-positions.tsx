import { ScrollRestoration, type Location } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'

/** Not rendered on the server, where it would be a script in the page. */
export const ScrollPositions = () => useHydrated() && <ScrollRestoration getKey={getKey} />

const getKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/** Browsers restore no position for entries that scripts left, and the router none for a first page. */
export function restorePosition(): void {
  const { scrollRestoration, state } = window.history
  if (scrollRestoration !== 'manual' || window.scrollY > 0) return
  const { pathname, search } = window.location
  const { key = 'default' } = (state ?? {}) as { key?: string }
  try {
    const positions = JSON.parse(sessionStorage.getItem('positions') ?? '{}') as Record<string, number>
    window.scrollTo({ top: positions[getKey({ key, pathname, search })] ?? 0, behavior: 'instant' })
  } catch {
    // The browser may refuse access to the storage.
  }
}
