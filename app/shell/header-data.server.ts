import type { SessionUser } from '~/accounts/sessions/find-session.server'
import { attempt } from '~/http/attempt.server'
import { formatRupees } from '~/formats/money'
import { notificationItem } from '~/outreach/notification-item'
import { countUnread, listNotifications } from '~/outreach/notifications.server'
import { readWallet } from '~/wallet/wallet.server'

const LATEST = 10

export async function readHeaderState(userId: number) {
  // Taken before the read, so that of two responses the later one is newer.
  const asOf = Date.now()
  const news = await attempt(
    Promise.all([listNotifications(userId, LATEST), countUnread(userId)]),
    'notifications',
  )
  // Sequential on purpose: read in parallel, the balance could be older than the notifications about it.
  const { available, pending } = await readWallet(userId)
  return {
    id: userId,
    asOf,
    balance: formatRupees(available),
    pending: formatRupees(pending),
    unread: news?.[1] ?? 0,
    /** Newest first; null if they could not be read. */
    notifications: news && news[0].map(notificationItem),
  }
}

export type HeaderState = Awaited<ReturnType<typeof readHeaderState>>

export async function readHeader({ id, username, image, referral_code: referralCode }: SessionUser) {
  return { username, image, referralCode, ...(await readHeaderState(id)) }
}
