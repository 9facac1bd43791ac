import { Link } from '@remix-run/react'
import type { NotificationItem } from './notification-item'

/** What a person was told, newest first. */
export function NotificationList({ items }: { items: NotificationItem[] }) {
  if (!items.length) return <p className="empty">Nothing new. We tell you here when your money moves.</p>
  return (
    <ul className="rows">
      {items.map(({ id, title, body, href, at, unread }) => (
        <li key={id} className={unread ? 'row row-unread' : 'row'}>
          <Link to={href}>
            <strong>{title}</strong>
            {unread && <span className="badge">New</span>}
            <span>{body}</span>
            <small className="muted">{at}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
