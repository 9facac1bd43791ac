/** The root loader's data, for whoever renders below it. */
import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from './root'

export function useRoot() {
  const found = useRouteLoaderData<typeof loader>('root')
  if (!found) throw new Error('the root loader gave nothing')
  return found
}
