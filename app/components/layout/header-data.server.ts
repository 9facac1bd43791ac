import type { SessionUser } from '~/domain/accounts/find-session.server'
import { db } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { readOrNull } from '~/http/or-null.server'
import { formatRupees } from '~/platform/formats/money'
import { toNotificationItem } from '~/components/account/notification-item'
import { NEWS_AS_JSON, toNews, type NewsRow } from '~/domain/outreach/notifications.server'
import { ACCOUNTS_AS_JSON, type AccountRow, toBalances } from '~/domain/wallet/ledger.server'
import { readWallet } from '~/domain/wallet/sums.server'

/** One statement, so that the balance is never older than the notifications about it. */
const selectState = prepareStatement<{ news: NewsRow; accounts: AccountRow[] | null }>(
  `SELECT ${NEWS_AS_JSON} AS news, ${ACCOUNTS_AS_JSON} AS accounts`,
)

async function readHeaderRow(userId: number) {
  const [row] = await selectState(db, [userId])
  return { news: toNews(row!.news), wallet: toBalances(userId, row!.accounts ?? []) }
}

export async function readHeaderState(userId: number) {
  // Taken before the read, so that the later of two responses counts as newer.
  const asOf = Date.now()
  const state = await readOrNull(readHeaderRow(userId), 'notifications')
  const { available, pending } = state?.wallet ?? (await readWallet(userId))
  return {
    id: userId,
    asOf,
    balance: formatRupees(available),
    pending: formatRupees(pending),
    unread: state?.news.unread ?? 0,
    notifications: state && state.news.latest.map(toNotificationItem),
  }
}

export type HeaderState = Awaited<ReturnType<typeof readHeaderState>>

export async function readHeader({ id, username, image, referral_code: referralCode }: SessionUser) {
  return { username, image, referralCode, ...(await readHeaderState(id)) }
}
