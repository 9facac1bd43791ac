import { ScrollRestoration, type Location } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'

/**
 * Only in the browser, because a document's own position is kept by the browser. On the server it would be a script that
 * runs with the page.
 */
export const ScrollPositions = () => useHydrated() && <ScrollRestoration getKey={getKey} />

const getKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/**
 * Of the first page of a document that scripts had left within an earlier one: browsers restore none for such an entry of
 * the history, and the router restores that of later pages only.
 */
export function restorePosition(): void {
  const { scrollRestoration, state } = window.history
  if (scrollRestoration !== 'manual' || window.scrollY > 0) return
  const { pathname, search } = window.location
  const { key = 'default' } = (state ?? {}) as { key?: string }
  try {
    // As Remix stores them.
    const positions = JSON.parse(sessionStorage.getItem('positions') ?? '{}') as Record<string, number>
    window.scrollTo({ top: positions[getKey({ key, pathname, search })] ?? 0, behavior: 'instant' })
  } catch {
    // The browser refuses the storage.
  }
}
