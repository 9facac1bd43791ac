import { useEffect } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useRoot } from '~/components/layout/root-data'
import { Link } from '~/components/ui/link'
import { Section } from '~/components/ui/section'
import { Spaced } from '~/components/ui/spaced'
import { readBrowserList, storeBrowserList } from './browser-list'

interface StoreLink {
  name: string
  href: string
}

const NAME = 'stores'
const MOST = 6

function isStoreLink(value: unknown): value is StoreLink {
  const { name, href } = (value ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof href === 'string' && href.startsWith('/Offers/')
}

const readVisitedStores = () => readBrowserList(NAME, MOST, isStoreLink)

export function useVisitedStore(store: StoreLink | null): void {
  const isGuest = useRoot().user === null
  const { name, href } = store ?? {}
  useEffect(() => {
    if (!isGuest || !name || !href) return
    const others = readVisitedStores().filter((one) => one.href !== href)
    storeBrowserList(NAME, [{ name, href }, ...others].slice(0, MOST))
  }, [isGuest, name, href])
}

/** `stores` is null for a guest, whose stores are shown once scripts run. */
export function RecentStores({ stores }: { stores: StoreLink[] | null }) {
  const ready = useHydrated()
  const shown = stores ?? (ready ? readVisitedStores() : [])
  if (!shown.length) return null
  return (
    <Section title="Recently visited">
      <p className="buttons">
        <Spaced>
          {shown.map(({ name, href }) => (
            <Link key={href} to={href} className="button">
              {name}
            </Link>
          ))}
        </Spaced>
      </p>
    </Section>
  )
}
