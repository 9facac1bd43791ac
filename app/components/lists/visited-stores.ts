import { useEffect } from 'react'
import { useRoot } from '~/components/layout/root-data'
import { readBrowserList, storeBrowserList } from './browser-list'

export interface StoreLink {
  name: string
  href: string
}

const NAME = 'stores'
const MOST = 6

function isStoreLink(value: unknown): value is StoreLink {
  const { name, href } = (value ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof href === 'string' && href.startsWith('/Offers/')
}

export const readVisitedStores = () => readBrowserList(NAME, MOST, isStoreLink)

export function useVisitedStore(store: StoreLink | null): void {
  const isGuest = useRoot().user === null
  const { name, href } = store ?? {}
  useEffect(() => {
    if (!isGuest || !name || !href) return
    const others = readVisitedStores().filter((one) => one.href !== href)
    storeBrowserList(NAME, [{ name, href }, ...others].slice(0, MOST))
  }, [isGuest, name, href])
}
