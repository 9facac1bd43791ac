import { Link } from '~/components/ui/link'
import { categoryPath } from '~/domain/catalog/links'
import { Logo } from '~/components/cards/logo'
import { formatOfferCount } from '~/domain/catalog/offers'
import { CategoryPicture } from '~/components/cards/category-picture'
import { paths } from '~/paths'
import type { useRoot } from './root-data'
import { Icon } from '~/components/ui/icon'
import { Popover } from '~/components/ui/popover'
import { Spaced } from '~/components/ui/spaced'
import './nav-bar.css'

export const PLACES = [
  { to: paths.topCodes, label: 'Coupon Codes' },
  { to: paths.deals, label: 'Top Stores' },
  { to: paths.howItWorks, label: 'Share and Earn' },
]

export const MAX_TOP_DEALS = 4

export type LayoutData = ReturnType<typeof useRoot>['frame']

export const NavBar = () => (
  <nav className="page-width nav-bar" aria-label="Main">
    <Spaced>
      <button type="button" popovertarget="categories">
        Popular Categories <Icon name="chevron" />
      </button>
      <button type="button" popovertarget="deal-zone">
        Deal Zone <Icon name="chevron" />
      </button>
      {PLACES.map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </Spaced>
  </nav>
)

export function CategoriesPanel({ categories }: Pick<LayoutData, 'categories'>) {
  return (
    <Popover id="categories" title="Popular Categories" className="nav-bar-panel">
      <ul className="nav-bar-links">
        {categories.map((name) => (
          <li key={name}>
            <Link to={categoryPath(name)}>
              <CategoryPicture name={name} size={40} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <Link to={paths.allOffers} className="button">
        View All Categories
      </Link>
    </Popover>
  )
}

export function DealZonePanel({ topDeals }: Pick<LayoutData, 'topDeals'>) {
  return (
    <Popover id="deal-zone" title="Top Deals" className="nav-bar-panel">
      <ul className="nav-bar-links">
        {topDeals.map((store) => (
          <li key={store.href}>
            <Link to={store.href}>
              <Logo src={store.logo} name={store.name} size="small" />{' '}
              <span>
                {store.name}
                <span className="muted text-small">{` ${formatOfferCount(store.count)}`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {topDeals.length > MAX_TOP_DEALS && (
        <Link to={paths.topStores} className="button">
          View All
        </Link>
      )}
    </Popover>
  )
}
