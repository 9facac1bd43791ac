import { Link } from '@remix-run/react'
import { NotificationList } from '~/outreach/notification-list'
import { useRoot } from '~/root-data'
import { Popover } from '~/ui/popover'

/** The side panel of the bell. */
export function NewsPanel() {
  const { user } = useRoot()
  return (
    <Popover id="news" title="Notifications" className="pop-side">
      <NotificationList items={user?.notifications ?? []} />
      {user && (
        <Link to="/Account/Notifications" className="button button-wide">
          All notifications
        </Link>
      )}
    </Popover>
  )
}
