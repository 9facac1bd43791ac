import type { SessionUser } from '~/accounts/sessions.server'
import { formatRupees } from '~/money'
import { notificationItem } from '~/outreach/notification-item'
import { countUnread, listNotifications } from '~/outreach/notifications.server'
import { readWallet } from '~/wallet/wallet.server'

/** What the header and its panel show of a signed-in person; `balance` is 'Rs. 1,234.50'. */
export async function readHeader({ id, username }: SessionUser) {
  const [{ available }, notifications, unread] = await Promise.all([
    readWallet(id),
    listNotifications(id, 10),
    countUnread(id),
  ])
  return {
    id,
    username,
    balance: formatRupees(available),
    unread: unread > 0,
    notifications: notifications.map(notificationItem),
  }
}
