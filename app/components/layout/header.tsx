import { ProfilePicture } from '~/components/account/profile-picture'
import { SearchForm } from '~/components/search/search-form'
import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import { DialogLink, Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import { useMember } from './use-header-refresh'
import { NavBar } from './nav-bar'
import './header.css'

export function Header() {
  return (
    <header className="header">
      <Spaced>
        <a href="#main" className="button header-skip">
          Skip to content
        </a>
        {/* Skip link for browsers without popovers, where the menu button does nothing. */}
        <a href="#menu" className="hidden">
          Skip to menu
        </a>
      </Spaced>
      <div className="page-width header-bar">
        <Spaced>
          <PanelButton panel="menu" icon="menu" label="Menu" only="narrow" showsUnread />
          <Link to="/" className="header-brand">
            <Icon name="brand" />
            DealDwaar
          </Link>
          <SearchForm id="search" className="header-search" />
          <PanelButton panel="search-panel" icon="search" label="Search" only="narrow" />
          <PanelButton panel="news" icon="bell" label="Notifications" only="wide" showsUnread />
          <WalletLink />
          <ProfileLink />
        </Spaced>
      </div>
      {/* A separate line for browsers that do not know <nav>. */}
      <div>
        <NavBar />
      </div>
    </header>
  )
}

interface PanelButtonProps {
  panel: string
  icon: IconName
  label: string
  only?: 'narrow' | 'wide'
  showsUnread?: boolean
}

function PanelButton({ panel, icon, label, only, showsUnread }: PanelButtonProps) {
  const unread = useMember()?.unread
  const tells = showsUnread && Boolean(unread)
  return (
    <button
      type="button"
      popovertarget={panel}
      className={only ? `icon-button header-only-${only}` : 'icon-button'}
    >
      <Icon name={icon} />
      <span className="sr-only">{tells ? `${label}, ${formatUnread(unread!)}` : label}</span>
      {tells && <span className="icon-button-dot" />}
    </button>
  )
}

const formatUnread = (unread: number) => (unread > 99 ? '99+ unread' : `${unread} unread`)

function ProfileLink() {
  const user = useMember()
  if (!user) return <PanelButton panel="join" icon="user" label="Profile" />
  return (
    <Link to={paths.account} className="icon-button">
      <Icon name="user" />
      <span className="sr-only">Your account</span>
      {user.image && <ProfilePicture version={user.image} />}
    </Link>
  )
}

function WalletLink() {
  const user = useMember()
  const inside = (
    <>
      <Icon name="wallet" />
      <span className="header-balance">{`Balance: ${user?.balance ?? 'Rs. 0.00'}`}</span>
    </>
  )
  const look = 'icon-button header-wallet'
  return user ? (
    <Link to={paths.wallet} className={look}>
      {inside}
    </Link>
  ) : (
    <DialogLink name="sign-in" className={look}>
      {inside}
    </DialogLink>
  )
}
