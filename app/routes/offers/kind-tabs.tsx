import { catalogMessages } from '~/messages/catalog'
import { Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import type { OffersTab } from '~/domain/catalog/store-page.server'
import '~/components/ui/tabs.css'
import './kind-tabs.css'

export const TABS: { tab: OffersTab; name: string; empty: string }[] = [
  { tab: 'all', name: 'All', empty: catalogMessages.catalog.noOffers },
  { tab: 'product', name: 'Product(New)', empty: catalogMessages.catalog.noItemsInTab },
]

interface KindTabsProps {
  href: string
  counts: Record<OffersTab, number>
  tab: OffersTab
}

export const KindTabs = ({ href, counts, tab }: KindTabsProps) => (
  <nav className="tabs" aria-label="Kinds of offers">
    <Spaced>
      {TABS.map((one) => (
        <Link
          key={one.tab}
          to={one.tab === 'all' ? href : `${href}?tab=${one.tab}`}
          preventScrollReset
          aria-current={tab === one.tab ? 'page' : undefined}
        >
          {one.name} <span className="offers-count">{counts[one.tab]}</span>
        </Link>
      ))}
    </Spaced>
  </nav>
)
