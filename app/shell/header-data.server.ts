import type { SessionUser } from '~/accounts/sessions.server'
import { attempt } from '~/http/attempt.server'
import { formatRupees } from '~/money'
import { notificationItem } from '~/outreach/notification-item'
import { countUnread, listNotifications } from '~/outreach/notifications.server'
import { readWallet } from '~/wallet/wallet.server'

/** How many the panel lists. */
const LATEST = 10

/** The part of the header that changes while a page stands: `balance` is 'Rs. 1,234.50'. */
export async function readHeaderState(userId: number) {
  // The clock of one process at the start of the read: of two answers the later one is the newer.
  const asOf = Date.now()
  const news = await attempt(
    Promise.all([listNotifications(userId, LATEST), countUnread(userId)]),
    'notifications',
  )
  // After the news: read at the same time, it could be the balance from before the money that they tell of.
  const { available } = await readWallet(userId)
  return {
    id: userId,
    asOf,
    balance: formatRupees(available),
    unread: news?.[1] ?? 0,
    /** Newest first; null: they could not be read. */
    notifications: news && news[0].map(notificationItem),
  }
}

export type HeaderState = Awaited<ReturnType<typeof readHeaderState>>

/** What the header and its panel show of a signed-in person. */
export async function readHeader({ id, username, image }: SessionUser) {
  return { username, image, ...(await readHeaderState(id)) }
}
