/** The nav bar, its two panels, and the same links for the slide-in menu. */
import { Link } from '@remix-run/react'
import { categoryPath } from '~/catalog/links'
import { Logo } from '~/catalog/logo'
import { useRoot } from '~/root-data'
import { Icon } from '~/ui/icon'
import { Popover } from '~/ui/popover'

export const PLACES = [
  { to: '/Coupontopcodes', label: 'Coupon Codes', icon: 'ticket' },
  { to: '/Deals', label: 'Top Stores', icon: 'store' },
  { to: '/HowitWorks', label: 'Share and Earn', icon: 'share' },
]

/** 'View All' stands where the panel holds more than this (section 9). */
export const FEW = 4

export function NavBar() {
  const { frame } = useRoot()
  return (
    <>
      <nav className="wrap nav" aria-label="Main">
        <button type="button" popovertarget="categories">
          <Icon name="grid" /> Popular Categories <Icon name="chevron" />
        </button>
        <button type="button" popovertarget="deal-zone">
          <Icon name="fire" /> Deal Zone <Icon name="chevron" />
        </button>
        {PLACES.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon name={icon} /> {label}
          </Link>
        ))}
      </nav>
      <Popover id="categories" title="Popular Categories" className="pop-nav">
        <div className="panel-links">
          {frame.categories.map((name) => (
            <Link key={name} to={categoryPath(name)}>
              {name}
            </Link>
          ))}
        </div>
        <Link to="/CouponFilters/All" className="button">
          View All Categories
        </Link>
      </Popover>
      <Popover id="deal-zone" title="Top Deals" className="pop-nav">
        <div className="panel-links">
          {frame.topDeals.map((brand) => (
            <Link key={brand.href} to={brand.href}>
              <Logo src={brand.logo} name={brand.name} size="small" />
              <span>
                {brand.name}
                <span className="muted small"> {offers(brand.count)}</span>
              </span>
            </Link>
          ))}
        </div>
        {frame.topDeals.length > FEW && (
          <Link to="/TopStores" className="button">
            View All
          </Link>
        )}
      </Popover>
    </>
  )
}

const offers = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
