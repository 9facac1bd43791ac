import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod/v4'
import { env } from '~/platform/config/env.server'
import type { OutgoingMessage, SendResult } from './deliveries/channel'
import type { WrittenMail } from './email/build-mail.server'

const folder = () => path.join(path.resolve(env().DATA_DIR), 'mail')
const file = (id: number) => path.join(folder(), `${id}.json`)

const storedSchema = z.object({
  id: z.number(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.coerce.date(),
})

type StoredMail = z.output<typeof storedSchema>

export async function writeToFolder({ id, kind }: OutgoingMessage, mail: WrittenMail): Promise<SendResult> {
  const { to, subject, html, text } = mail
  const stored = { id, kind, to: to.address, subject, html, text, at: new Date() }
  await fs.mkdir(folder(), { recursive: true })
  // The mails have links that sign in; the folder may be of an earlier version.
  await fs.chmod(folder(), 0o700)
  // Renamed after writing, so that no incomplete file is read.
  await fs.writeFile(`${file(id)}.new`, JSON.stringify(stored))
  await fs.rename(`${file(id)}.new`, file(id))
  for (const old of (await listIds()).slice(KEPT)) await fs.rm(file(old), { force: true })
  return { result: 'sent', answer: 'written to DATA_DIR/mail' }
}

const KEPT = 500
const SHOWN = 100

async function listIds(): Promise<number[]> {
  const names = await fs.readdir(folder()).catch(() => [])
  const ids = names.flatMap((name) => (/^\d{1,15}\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
  return ids.sort((a, b) => b - a)
}

export async function listDemoMails(): Promise<StoredMail[]> {
  const newest = (await listIds()).slice(0, SHOWN)
  return (await Promise.all(newest.map(findDemoMail))).filter((mail) => mail !== null)
}

export async function findDemoMail(id: number): Promise<StoredMail | null> {
  const text = await fs.readFile(file(id), 'utf8').catch(() => null)
  return text === null ? null : storedSchema.parse(JSON.parse(text))
}

export const hasDemoMailbox = (): boolean => env().demo && env().SMTP_URL === undefined
