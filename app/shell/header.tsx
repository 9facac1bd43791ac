/** The head of every page: logo, search, wallet, news, profile; below it the nav bar. */
import { Link } from '@remix-run/react'
import { ProfilePicture } from '~/accounts/profile-picture'
import { SearchForm } from '~/catalog/search-form'
import { Icon } from '~/ui/icon'
import { DialogLink } from '~/ui/link'
import { Popover, useClosedPopovers } from '~/ui/popover'
import { JoinPanel } from './join-panel'
import { useMember } from './live'
import { SideMenu } from './menu'
import { NavBar } from './nav-bar'
import { NewsPanel } from './news-panel'

export function Header() {
  const user = useMember()
  useClosedPopovers()
  return (
    <header className="header">
      <a href="#main" className="button skip-link">
        Skip to content
      </a>
      <div className="wrap header-bar">
        <button
          type="button"
          popovertarget="menu"
          className="icon-button only-narrow"
          aria-label={user?.unread ? `Menu, ${unreadText(user.unread)}` : 'Menu'}
        >
          <Icon name="menu" />
          {Boolean(user?.unread) && <span className="dot" />}
        </button>
        <Link to="/" className="brand">
          <Icon name="brand" />
          DealDwaar
        </Link>
        <SearchForm id="search" />
        <button
          type="button"
          popovertarget="search-panel"
          className="icon-button only-narrow"
          aria-label="Search"
        >
          <Icon name="search" />
        </button>
        <Tools />
      </div>
      <NavBar />
      <Popover id="search-panel" title="Search" className="pop-search">
        <SearchForm id="search-narrow" first />
      </Popover>
      <SideMenu />
      <NewsPanel />
      <JoinPanel />
    </header>
  )
}

/** More than 99 are not counted. */
const unreadText = (unread: number) => (unread > 99 ? '99+ unread' : `${unread} unread`)

function Tools() {
  const user = useMember()
  return (
    <>
      <button
        type="button"
        popovertarget="news"
        className="icon-button only-wide"
        aria-label={user?.unread ? `Notifications, ${unreadText(user.unread)}` : 'Notifications'}
      >
        <Icon name="bell" />
        {Boolean(user?.unread) && <span className="dot" />}
      </button>
      <WalletLink />
      {user ? (
        <Link to="/Account" className="icon-button" aria-label="Your account">
          <Icon name="user" />
          {user.image && <ProfilePicture version={user.image} />}
        </Link>
      ) : (
        <button type="button" popovertarget="join" className="icon-button" aria-label="Profile">
          <Icon name="user" />
        </button>
      )}
    </>
  )
}

function WalletLink() {
  const user = useMember()
  const inside = (
    <>
      <Icon name="wallet" />
      <span className="header-balance">Balance: {user?.balance ?? 'Rs. 0.00'}</span>
    </>
  )
  const look = 'icon-button wallet-link'
  return user ? (
    <Link to="/Account/Wallet" className={look}>
      {inside}
    </Link>
  ) : (
    <DialogLink name="sign-in" className={look}>
      {inside}
    </DialogLink>
  )
}
