import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { notificationItem } from '~/outreach/notification-item'
import { isVisit } from '~/http/visit'
import { NotificationList } from '~/outreach/notification-list'
import { listNotifications, markRead } from '~/outreach/notifications.server'
import { pageMeta, siteOrigin } from '~/shell/page-meta'

export { headers } from '~/http/page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Notifications | DealDwaar',
    description: 'What happened to your cashback and withdrawals.',
    path: '/Account/Notifications',
    origin: siteOrigin(matches),
    robots: 'noindex',
  })

/** Who opens the page has read what it lists. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const items = await listNotifications(user.id)
  if (isVisit(request) && items.some((item) => !item.read_at)) await markRead(user.id)
  return privatePage({
    items: items.map(notificationItem),
  })
}

export default function Notifications() {
  const { items } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="notifications-title">
      <h1 id="notifications-title" className="page-title">
        Notifications
      </h1>
      <NotificationList items={items} />
    </section>
  )
}
