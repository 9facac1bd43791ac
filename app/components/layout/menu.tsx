import type { ReactNode } from 'react'
import { categoryPath } from '~/domain/catalog/links'
import { Logo } from '~/components/cards/logo'
import { paths } from '~/paths'
import { useRoot } from './root-data'
import { Icon } from '~/components/ui/icon'
import { DialogLink, Link } from '~/components/ui/link'
import { Popover } from '~/components/ui/popover'
import { useMember } from './use-header-refresh'
import { MAX_TOP_DEALS, PLACES, type LayoutData } from './nav-bar'
import './menu.css'

const TOP_DEALS = 2

export function SideMenu() {
  const user = useMember()
  const { categories, topDeals } = useRoot().frame
  return (
    <Popover id="menu" title="Menu" className="popover-side menu">
      {!user && <SignInLinks />}
      <p className="menu-balance">
        <Icon name="wallet" />
        {` Balance: ${user?.balance ?? 'Rs. 0.00'}`}
      </p>
      <nav className="menu-list" aria-label="Menu">
        <ul>
          <Categories categories={categories} />
          <DealZone topDeals={topDeals} />
          {PLACES.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <button type="button" popovertarget="news">
              Notifications {Boolean(user?.unread) && <span className="badge">New</span>}
            </button>
          </li>
          {user ? <MemberLinks /> : <GuestLinks />}
        </ul>
      </nav>
    </Popover>
  )
}

const SignInLinks = () => (
  <ul className="mt-3 grid grid-cols-[1fr_1fr] gap-3">
    <li>
      <DialogLink name="sign-in" className="button button-primary button-wide">
        Login
      </DialogLink>
    </li>
    <li>
      <DialogLink name="sign-up" className="button button-wide">
        Sign Up
      </DialogLink>
    </li>
  </ul>
)

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <details name="menu">
        <summary>
          {`${title} `}
          <Icon name="chevron" className="icon menu-chevron" />
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  )
}

function Categories({ categories }: Pick<LayoutData, 'categories'>) {
  return (
    <Group title="Popular Categories">
      {categories.map((name) => (
        <li key={name}>
          <Link to={categoryPath(name)}>{name}</Link>
        </li>
      ))}
      <li>
        <Link to={paths.allOffers}>View All Categories</Link>
      </li>
    </Group>
  )
}

function DealZone({ topDeals }: Pick<LayoutData, 'topDeals'>) {
  return (
    <Group title="Deal Zone">
      {topDeals.slice(0, TOP_DEALS).map((store) => (
        <li key={store.href}>
          <Link to={store.href}>
            <Logo src={store.logo} name={store.name} size="small" />{' '}
            <span>
              {store.name}
              <span className="muted text-small"> Get Offers</span>
            </span>
          </Link>
        </li>
      ))}
      {topDeals.length > MAX_TOP_DEALS && (
        <li>
          <Link to={paths.topStores}>View All</Link>
        </li>
      )}
    </Group>
  )
}

const MemberLinks = () => (
  <>
    <li>
      <Link to={paths.account}>Your account</Link>
    </li>
    <li>
      <DialogLink name="logout">Logout</DialogLink>
    </li>
  </>
)

const GuestLinks = () => (
  <li>
    <DialogLink name="withdraw">Redeem</DialogLink>
  </li>
)
