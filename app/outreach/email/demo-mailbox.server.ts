/** The demo's mails, one file each, for /demo/mail. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/config/env.server'
import type { Outgoing, SendResult } from '../deliveries/channel'
import type { WrittenMail } from './write-mail.server'

const folder = () => path.join(path.resolve(env().DATA_DIR), 'mail')

/** The same delivery again replaces its file. */
export async function writeToFolder({ id, kind }: Outgoing, mail: WrittenMail): Promise<SendResult> {
  await fs.mkdir(folder(), { recursive: true })
  const { to, subject, html, text } = mail
  const stored = { id, kind, to: to.address, subject, html, text, at: new Date().toISOString() }
  await fs.writeFile(path.join(folder(), `${id}.json`), JSON.stringify(stored))
  return { result: 'sent', answer: 'written to the demo’s folder' }
}
