/** The members' area: visitors without a session are redirected (docs/rules.md#19). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { paths } from '~/paths'
import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import { DialogLink, Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import './layout.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return privatePage(null)
}

interface Tab {
  to: string
  label: string
  icon: IconName
  /** Further paths that mark this tab as current, together with all paths below them. */
  pages?: readonly string[]
}

const TABS: readonly Tab[] = [
  { to: paths.account, label: 'Profile', icon: 'user', pages: [paths.privacy] },
  { to: paths.visits, label: 'My Cashback', icon: 'bag', pages: [paths.visits, '/Account/Claims'] },
  { to: paths.history, label: 'History', icon: 'history', pages: [paths.statement] },
  { to: paths.wallet, label: 'Wallet', icon: 'wallet' },
  { to: paths.notifications, label: 'Notifications', icon: 'bell' },
  { to: paths.followedStores, label: 'Stores', icon: 'heart' },
  { to: paths.referral, label: 'Referral', icon: 'share' },
  { to: paths.changePassword, label: 'Change Password', icon: 'lock' },
]

function findCurrent(pathname: string, { to, pages = [] }: Tab): 'page' | 'true' | undefined {
  const here = pathname.toLowerCase().replace(/\/$/, '')
  if (here === to.toLowerCase()) return 'page'
  return pages.some((page) => `${here}/`.startsWith(`${page.toLowerCase()}/`)) ? 'true' : undefined
}

export default function AccountLayout() {
  const { pathname } = useLocation()
  return (
    <main id="main" className="page-width account">
      <nav aria-label="Account" className="account-tabs">
        <Spaced>
          {TABS.map((tab) => (
            <Link key={tab.to} to={tab.to} className="account-tab" aria-current={findCurrent(pathname, tab)}>
              <Icon name={tab.icon} />
              {tab.label}
            </Link>
          ))}
          <DialogLink name="logout" className="account-tab">
            <Icon name="logout" />
            Logout
          </DialogLink>
        </Spaced>
      </nav>
      <div className="account-page">
        <Outlet />
        <p className="muted text-small">
          <Link to={paths.privacy} className="link">
            Your data
          </Link>
          : download it, or delete your account.
        </p>
      </div>
    </main>
  )
}
