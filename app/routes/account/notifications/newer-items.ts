import type { NotificationItem } from '~/components/account/notification-item'

/** Adds newer items without revalidating, which would discard flashes and typed forms. */
export function addNewer(items: NotificationItem[] | null, latest: NotificationItem[]) {
  const known = items?.[0]?.id ?? 0
  return items && [...latest.filter(({ id }) => id > known), ...items]
}
