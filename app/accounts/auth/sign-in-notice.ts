import type { NewNotification } from '~/outreach/notifications.server'
import { paths } from '~/paths'

/** The User-Agent is not evaluated: a client can send any. */
export const buildSignInNotice = (userId: number, event: string): NewNotification => ({
  userId,
  topic: 'safety',
  reference: `sign-in:${event}`,
  title: 'New sign-in',
  body: 'In a browser that is new to your account. Was it not you? Change your password.',
  href: paths.changePassword,
})
