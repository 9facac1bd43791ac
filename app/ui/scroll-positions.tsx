import { ScrollRestoration, type Location } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'

/**
 * Only in the browser, because a document's own position is kept by the browser. On the server it would be a script that
 * runs with the page.
 */
export const ScrollPositions = () => useHydrated() && <ScrollRestoration getKey={getKey} />

const getKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)
