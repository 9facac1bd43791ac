/** docs/rules.md#19 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { NavLink, Outlet } from '@remix-run/react'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { DialogLink, Link } from '~/ui/link'
import { Spaced } from '~/ui/spaced'
import './layout.css'

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return privatePage(null)
}

const TABS = [
  { to: paths.account, label: 'Profile', icon: 'user' },
  { to: paths.visits, label: 'My Cashback', icon: 'bag' },
  { to: paths.history, label: 'History', icon: 'history' },
  { to: paths.wallet, label: 'Wallet', icon: 'wallet' },
  { to: paths.referral, label: 'Referral', icon: 'share' },
  { to: paths.changePassword, label: 'Change Password', icon: 'lock' },
] as const

export default function AccountLayout() {
  return (
    <main id="main" className="page-width account">
      <nav aria-label="Account" className="account-tabs">
        <Spaced>
          {TABS.map(({ to, label, icon }) => (
            <NavLink key={to} to={to} end={to !== paths.visits} className="account-tab">
              <Icon name={icon} />
              {label}
            </NavLink>
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
