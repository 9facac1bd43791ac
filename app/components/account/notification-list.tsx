import { Link } from '~/components/ui/link'
import { siteMessages } from '~/messages/site'
import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { Icon } from '~/components/ui/icon'
import { Submit } from '~/components/ui/submit'
import { Sums } from '~/components/ui/sums'
import { TryAgain } from '~/components/ui/try-again'
import type { NotificationItem } from './notification-item'

const HERE = paths.notifications

interface ListProps {
  items: NotificationItem[] | null
  withMarks?: boolean
}

/** An unread item is a button, because opening it also marks it; a read one is a link. */
export function NotificationList({ items, withMarks = false }: ListProps) {
  if (!items)
    return (
      <p className="empty field-error">
        {siteMessages.notifications.failed} <TryAgain className="link" />
      </p>
    )
  if (!items.length) return <p className="empty">{siteMessages.notifications.empty}</p>
  return (
    <PostForm
      form="notification"
      action={`${HERE}/open`}
      className=""
      label="Notifications"
      otherAction={`${HERE}/read`}
    >
      <ul className="list">
        {items.map((item) => (
          <li key={item.id} className="list-row">
            {item.unread ? (
              <button type="submit" name="id" value={item.id} className="notification-open">
                <NotificationText {...item} />
              </button>
            ) : (
              <Link to={item.href} className="notification-open">
                <NotificationText {...item} />
              </Link>
            )}{' '}
            {withMarks && item.unread && (
              <button
                type="submit"
                formAction={`${HERE}/read`}
                name="id"
                value={item.id}
                className="icon-button"
              >
                <Icon name="check" />
                <span className="sr-only">Mark as read: {item.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </PostForm>
  )
}

/** Of money, the store and the sum come first, and the state is beside the date. */
function NotificationText({ title, body, at, unread, isMoney }: NotificationItem) {
  return (
    <>
      <strong>
        <Sums text={isMoney ? body : title} />
      </strong>{' '}
      {unread && <span className="badge">New</span>}{' '}
      {!isMoney && (
        <span>
          <Sums text={body} />
        </span>
      )}{' '}
      <small className="muted">{isMoney ? `${title} · ${at}` : at}</small>
    </>
  )
}

export function MarkAllRead({ upTo }: { upTo: number }) {
  return (
    <PostForm form="read-all" action={`${HERE}/read-all`}>
      <input type="hidden" name="upTo" value={upTo} />
      <Submit className="button">Mark all as read</Submit>
    </PostForm>
  )
}
