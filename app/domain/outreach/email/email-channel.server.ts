import { env } from '~/platform/config/env.server'
import type { Channel } from '../deliveries/channel'

/** Loads the code that writes and sends mails only when it sends one, which only a worker does. */
export const emailChannel: Channel = {
  name: 'email',
  isConfigured: () => env().SMTP_URL !== undefined || env().demo,
  // Newsletters by e-mail go to subscriptions instead (../feed-issues.server.ts).
  addresses: `SELECT u.email FROM users u
     WHERE u.id = m.user_id AND m.topic <> 'newsletter' AND u.email_confirmed_at IS NOT NULL AND u.email_stopped_at IS NULL`,
  send: async (outgoing) => (await import('./send-mail.server')).sendMail(outgoing),
  close: async () => (await import('./smtp.server')).closePool(),
}
