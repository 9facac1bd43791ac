import { z } from 'zod/v4'
import { formatTime } from '~/formats/dates'
import type { Notification } from './notifications.server'

export interface NotificationItem {
  id: number
  title: string
  body: string
  href: string
  at: string
  unread: boolean
}

export const notificationItem = ({
  id,
  title,
  body,
  href,
  created_at,
  read_at,
}: Notification): NotificationItem => ({
  id,
  title,
  body,
  href,
  at: formatTime(created_at),
  unread: read_at === null,
})

const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

export const oneSchema = z.object({ id: rowId })

export const allSchema = z.object({ upTo: rowId })
