import { formatTime } from '~/platform/formats/dates'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'

/** A client can send any User-Agent; the notice names one of a few devices, and never the text that was sent. */
export const buildSignInNotice = (
  userId: number,
  event: string,
  { device, at }: { device: string; at: Date },
): NewNotification => ({
  userId,
  topic: 'safety',
  reference: `sign-in:${event}`,
  title: 'New sign-in',
  body: `${device}, ${formatTime(at)}, for the first time. Was it not you? Change your password.`,
  href: paths.changePassword,
})
