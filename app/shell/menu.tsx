/** The slide-in menu of a narrow screen: the same items as header and nav bar. */
import { Link } from '@remix-run/react'
import { categoryPath } from '~/catalog/links'
import { Logo } from '~/catalog/logo'
import { useRoot } from '~/root-data'
import { Icon } from '~/ui/icon'
import { DialogLink } from '~/ui/link'
import { Popover } from '~/ui/popover'
import { useMember } from './live'
import { FEW, PLACES } from './nav-bar'

/** Section 9: the Top Deals panel shows two on a phone. */
const TOP_DEALS = 2

export function SideMenu() {
  const { frame } = useRoot()
  const user = useMember()
  return (
    <Popover id="menu" title="Menu" className="pop-menu">
      <p className="menu-balance">
        <Icon name="wallet" /> Balance: {user?.balance ?? 'Rs. 0.00'}
      </p>
      <nav className="menu-list" aria-label="Menu">
        <details name="menu">
          <summary>
            <Icon name="grid" /> Popular Categories <Icon name="chevron" className="icon chevron" />
          </summary>
          {frame.categories.map((name) => (
            <Link key={name} to={categoryPath(name)}>
              {name}
            </Link>
          ))}
          <Link to="/CouponFilters/All">View All Categories</Link>
        </details>
        <details name="menu">
          <summary>
            <Icon name="fire" /> Deal Zone <Icon name="chevron" className="icon chevron" />
          </summary>
          {frame.topDeals.slice(0, TOP_DEALS).map((brand) => (
            <Link key={brand.href} to={brand.href}>
              <Logo src={brand.logo} name={brand.name} size="small" />
              <span>
                {brand.name}
                <span className="muted small"> Get Offers</span>
              </span>
            </Link>
          ))}
          {frame.topDeals.length > FEW && <Link to="/TopStores">View All</Link>}
        </details>
        {PLACES.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon name={icon} /> {label}
          </Link>
        ))}
        <button type="button" popovertarget="news">
          <Icon name="bell" /> Notifications {Boolean(user?.unread) && <span className="badge">New</span>}
        </button>
        {user ? <MemberLinks /> : <GuestLinks />}
      </nav>
    </Popover>
  )
}

function MemberLinks() {
  return (
    <>
      <Link to="/Account">
        <Icon name="user" /> Your account
      </Link>
      <DialogLink name="logout">
        <Icon name="logout" /> Logout
      </DialogLink>
    </>
  )
}

function GuestLinks() {
  return (
    <>
      <DialogLink name="sign-in">
        <Icon name="user" /> Login
      </DialogLink>
      <DialogLink name="sign-up">
        <Icon name="check" /> Sign Up
      </DialogLink>
      <DialogLink name="withdraw">
        <Icon name="wallet" /> Redeem
      </DialogLink>
    </>
  )
}
