import { ScrollRestoration, type Location } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'

/** Not on the server, where it would be a script. */
export const ScrollPositions = () => useHydrated() && <ScrollRestoration getKey={getKey} />

const getKey = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/** Browsers restore none for entries that scripts left, the router none for a first page. */
export function restorePosition(): void {
  const { scrollRestoration, state } = window.history
  if (scrollRestoration !== 'manual' || window.scrollY > 0) return
  const { pathname, search } = window.location
  const { key = 'default' } = (state ?? {}) as { key?: string }
  try {
    const positions = JSON.parse(sessionStorage.getItem('positions') ?? '{}') as Record<string, number>
    window.scrollTo({ top: positions[getKey({ key, pathname, search })] ?? 0, behavior: 'instant' })
  } catch {
    // The storage may be refused.
  }
}
