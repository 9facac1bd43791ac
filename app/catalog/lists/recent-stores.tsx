import { useEffect } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useRoot } from '~/root-data'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { Spaced } from '~/ui/spaced'

interface Visited {
  name: string
  href: string
}

const KEY = 'stores'
const MOST = 6

/** Stores that a guest visited; storage may be unavailable or hold anything. */
function readVisited(): Visited[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(
        (one: Partial<Visited> | null) => typeof one?.name === 'string' && one.href?.startsWith('/Offers/'),
      )
      .slice(0, MOST) as Visited[]
  } catch {
    return []
  }
}

export function useVisitedStore(store: Visited | null): void {
  const isGuest = useRoot().user === null
  const { name, href } = store ?? {}
  useEffect(() => {
    if (!isGuest || !name || !href) return
    const others = readVisited().filter((one) => one.href !== href)
    try {
      localStorage.setItem(KEY, JSON.stringify([{ name, href }, ...others].slice(0, MOST)))
    } catch {
      // Full or refused: the list is a convenience.
    }
  }, [isGuest, name, href])
}

/** `stores` is null for a guest, whose stores are shown once scripts run. */
export function RecentStores({ stores }: { stores: Visited[] | null }) {
  const ready = useHydrated()
  const shown = stores ?? (ready ? readVisited() : [])
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
