import { useHydrated } from 'remix-utils/use-hydrated'
import { Link } from '~/components/ui/link'
import { Section } from '~/components/ui/section'
import { Spaced } from '~/components/ui/spaced'
import { readVisitedStores, type StoreLink } from './visited-stores'

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
