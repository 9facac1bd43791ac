import { env } from '~/config/env.server'
import { EMAIL_ADDRESS } from '~/formats/email-address'
import type { Channel, Outgoing, SendResult } from '../deliveries/channel'
import { writeToFolder } from './demo-mailbox.server'
import { writeMail } from './write-mail.server'
import { sendBySmtp } from './smtp.server'
import { stopAddress } from './stop-address.server'

export const emailChannel: Channel = {
  name: 'email',
  isConfigured: () => env().SMTP_URL !== undefined || env().demo,
  addresses: `SELECT u.email FROM users u
     WHERE u.id = m.user_id AND u.email_confirmed_at IS NOT NULL AND u.email_stopped_at IS NULL`,
  async send(outgoing: Outgoing): Promise<SendResult> {
    if (!EMAIL_ADDRESS.test(outgoing.address)) return { result: 'refused', answer: 'not one address' }
    const mail = writeMail(outgoing)
    if (env().SMTP_URL === undefined) return writeToFolder(outgoing, mail)
    const sent = await sendBySmtp(mail)
    if (sent.result === 'refused') await stopAddress(outgoing.address)
    return sent
  },
}
