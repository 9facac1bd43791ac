import { findUserById } from '~/domain/accounts/users.server'
import type { OfferListing, StoreListing } from '~/domain/catalog/listings.server'
import { DAY_HOURS, describeStore } from '~/domain/catalog/waits'
import { formatPlain } from '~/platform/formats/money'
import type { Notification } from '~/domain/outreach/notifications.server'
import { transactionId } from '~/domain/wallet/history'
import type { HistoryItem } from '~/domain/wallet/history.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { describePart, type SlicePart, type Slice } from './slice'

/** Converts through the decimal text (docs/rules.md#24): 123450n -> 1234.5. */
export const toRupees = (value: bigint): number => JSON.parse(formatPlain(value)) as number

export function toOffer({ payout_hundredths, cap_paise, ends_at, ...row }: OfferListing) {
  return {
    ...row,
    payout: payout_hundredths === null ? null : toRupees(payout_hundredths),
    cap: cap_paise === null ? null : toRupees(cap_paise),
    ends_at: ends_at?.toISOString() ?? null,
  }
}

export function toStoreBody(row: StoreListing) {
  const { id, name, img, coupon_code, count, seo_title, verified } = row
  const { tracks, confirms, appOrders, sales } = describeStore(row.counted, row)
  return {
    id,
    name,
    img,
    coupon_code,
    coupon_count: count,
    seo_title,
    verified,
    tracks_in_hours: tracks,
    confirms_in_days: confirms === null ? null : Math.ceil(confirms / DAY_HOURS),
    counted_orders: sales,
    app_orders: appOrders,
  }
}

export const toTransaction = ({ created_at, amount, balance, withdrawable_at, ...item }: HistoryItem) => ({
  id: Number(item.id),
  transaction_id: transactionId(item.id),
  created_at: created_at.toISOString(),
  amount: toRupees(amount),
  description: item.description,
  state: item.state,
  store: item.store,
  balance: balance === null ? null : toRupees(balance),
  withdrawable_at: withdrawable_at?.toISOString() ?? null,
})

export const toNotification = ({ id, title, body, href, created_at, read_at }: Notification) => ({
  id,
  title,
  body,
  href,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
})

export async function toSession({ userId, token }: { userId: number; token: string }) {
  const [user, wallet] = await Promise.all([findUserById(userId), readWallet(userId)])
  return {
    token,
    userId,
    balance: toRupees(wallet.available),
    username: user?.username ?? '',
    email: user?.email ?? '',
    referral_code: user?.referral_code ?? '',
    phone_number: user?.phone_number ?? '',
  }
}

export const toList = <Row, Item>(
  list: SlicePart & { items: Row[] },
  slice: Slice,
  toItem: (row: Row) => Item,
) => ({
  success: true as const,
  data: list.items.map(toItem),
  ...describePart(slice, list, list.items.length),
})

export function listHeaders(slice: Slice, list: SlicePart, count: number): Record<string, string> {
  const { next } = describePart(slice, list, count)
  return { 'X-Total-Count': String(list.total), ...(next && { Link: `<${next}>; rel="next"` }) }
}

export const toImageUrl = ({ webp }: { webp: Buffer }) => `data:image/webp;base64,${webp.toString('base64')}`
