import { Link } from '~/components/ui/link'
import { MarkAllRead, NotificationList } from '~/components/account/notification-list'
import { paths } from '~/paths'
import { Popover } from '~/components/ui/popover'
import { useMember } from './use-header-refresh'
import './news-panel.css'

export function NewsPanel() {
  const user = useMember()
  const newest = user?.notifications?.[0]
  return (
    <Popover id="news" title="Notifications" className="popover-side news-panel">
      <NotificationList items={user ? user.notifications : []} />
      {user && (
        <div className="stack">
          {user.unread > 0 && newest && <MarkAllRead upTo={newest.id} />}
          <Link to={paths.notifications} className="button button-wide">
            All notifications
          </Link>
        </div>
      )}
    </Popover>
  )
}
