import { env } from '~/config/env.server'
import type { Channel, Outgoing, SendResult } from '../deliveries/channel'
import { writeToFolder } from './demo-mailbox.server'
import { writeMail } from './write-mail.server'
import { sendBySmtp } from './smtp.server'
import { stopAddress } from './stop-address.server'

/** One address: no list, no name, no comment, nothing that ends a header. */
const ONE_ADDRESS = /^[^\s<>@",;:\\()[\]\p{C}]{1,64}@[^\s<>@",;:\\()[\]\p{C}]{1,255}$/u

export const emailChannel: Channel = {
  name: 'email',
  isConfigured: () => env().SMTP_URL !== undefined || env().demo,
  addresses: `SELECT u.email FROM users u
     WHERE u.id = m.user_id AND u.email_confirmed_at IS NOT NULL AND u.email_stopped_at IS NULL`,
  async send(outgoing: Outgoing): Promise<SendResult> {
    if (!ONE_ADDRESS.test(outgoing.address)) return { result: 'refused', answer: 'not one address' }
    const mail = writeMail(outgoing)
    if (env().SMTP_URL === undefined) return writeToFolder(outgoing, mail)
    const sent = await sendBySmtp(mail)
    if (sent.result === 'refused') await stopAddress(outgoing.address)
    return sent
  },
}
