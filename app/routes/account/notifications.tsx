import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireSession } from '~/http/session.server'
import { pageNumber } from '~/http/urls'
import { toNotificationItem } from '~/components/account/notification-item'
import { addNewer } from './notifications/newer-items'
import { readMessageSettings } from '~/domain/outreach/message-settings.server'
import { MessageChoices } from './notifications/message-choices'
import { MarkAllRead, NotificationList } from '~/components/account/notification-list'
import { listNotificationPage } from '~/domain/outreach/notifications.server'
import { PushPanel } from './notifications/push-panel'
import { readPushState } from '~/domain/outreach/push-subscriptions.server'
import { paths } from '~/paths'
import { useMember } from '~/components/layout/use-header-refresh'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { Link } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import '~/components/account/notification-list.css'
import '~/components/ui/badge.css'
import '~/components/ui/list.css'
import '~/components/ui/section.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Notifications',
  'What happened to your cashback and withdrawals.',
  paths.notifications,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, tokenHash } = await requireSession(request)
  const requestedPage = pageNumber(new URL(request.url))
  const [found, settings, push] = await Promise.all([
    readOrNull(listNotificationPage(user.id, requestedPage), paths.notifications),
    readOrNull(readMessageSettings(user.id), 'messages'),
    readOrNull(readPushState({ userId: user.id, tokenHash }), 'push'),
  ])
  if (!found) return failedPage({ page: requestedPage, pages: 0, items: null, settings, push })
  const { items, page, pages } = found
  return privatePage({ page, pages, items: items.map(toNotificationItem), settings, push })
}

export default function Notifications() {
  const { items, page, pages, settings, push } = useLoaderData<typeof loader>()
  const user = useMember()
  const latest = user?.notifications ?? []
  const newest = latest[0]
  return (
    <>
      <section className="panel" aria-labelledby="notifications-title">
        <div className="section-head">
          <h1 id="notifications-title" className="text-xl">
            Notifications
          </h1>
          {settings && (
            <a href="#messages" className="link link-alone">
              Messages
            </a>
          )}{' '}
          {user && user.unread > 0 && newest && <MarkAllRead upTo={newest.id} />}
        </div>
        <NotificationList items={page === 1 ? addNewer(items, latest) : items} withMarks />
        <Pagination page={page} pages={pages} label="Pages of the notifications" />
        <p>
          <Link to={paths.followedStores} className="link link-alone">
            Stores you follow
          </Link>
        </p>
      </section>
      {push && <PushPanel {...push} />}
      {settings && <MessageChoices settings={settings} />}
    </>
  )
}
