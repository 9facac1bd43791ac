import { paths } from '~/paths'
import { Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import '~/components/ui/tabs.css'

const TABS = [
  [paths.deals, 'Deals'],
  [paths.topStores, 'Stores'],
  [paths.topCodes, 'Codes'],
] as const

export const BrowseTabs = ({ at }: { at: string }) => (
  <nav className="tabs" aria-label="Browse">
    <Spaced>
      {TABS.map(([path, name]) => (
        <Link key={path} to={path} aria-current={path === at ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </Spaced>
  </nav>
)
