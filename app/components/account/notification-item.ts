import { z } from 'zod/v4'
import type { Message } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { paths } from '~/paths'
import { formatTime } from '~/platform/formats/dates'
import type { Notification } from '~/domain/outreach/notifications.server'
import { ROW_ID } from '~/platform/formats/ids'

/** Their texts begin with the store or the sum. */
const isAboutMoney = (reference: string) => /^(?:conversion:|withdrawal:\d+:paid$)/.test(reference)

export const toNotificationItem = ({
  id,
  reference,
  title,
  body,
  href,
  created_at,
  read_at,
}: Notification) => ({
  id,
  title,
  body,
  href,
  at: formatTime(created_at),
  unread: read_at === null,
  isMoney: isAboutMoney(reference),
})

export type NotificationItem = ReturnType<typeof toNotificationItem>

const rowId = z.string().regex(ROW_ID).transform(Number)

export const oneSchema = z.object({ id: rowId })

export const allSchema = z.object({ upTo: rowId })

export const NOTIFICATION_MISSING: Message = {
  ...siteMessages.notifications.none,
  actions: [{ label: 'All notifications', href: paths.notifications }],
}
