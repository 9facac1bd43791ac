import type { NotificationItem } from './notification-item'

/** Puts those of `latest` that are newer than the page first: revalidating would end flashes and typed forms with them. */
export function withNewer(items: NotificationItem[] | null, latest: NotificationItem[]) {
  const known = items?.[0]?.id ?? 0
  return items && [...latest.filter(({ id }) => id > known), ...items]
}
