import { env } from '~/platform/config/env.server'
import { EMAIL_ADDRESS } from '~/platform/formats/email-address'
import type { OutgoingMessage, SendResult } from '../deliveries/channel'
import { writeToFolder } from '../demo-mailbox.server'
import { sendBySmtp } from './smtp.server'
import { stopAddress } from './stop-address.server'
import { buildMail } from './build-mail.server'

export async function sendMail(outgoing: OutgoingMessage): Promise<SendResult> {
  if (!EMAIL_ADDRESS.test(outgoing.address)) return { result: 'refused', answer: 'not one address' }
  const mail = buildMail(outgoing)
  if (env().SMTP_URL === undefined) return writeToFolder(outgoing, mail)
  const sent = await sendBySmtp(mail)
  // A refused newsletter proves nothing: a filter may refuse it and accept a message about the account.
  if (sent.result === 'refused' && outgoing.topic !== 'newsletter') await stopAddress(outgoing.address)
  return sent
}
