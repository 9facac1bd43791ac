import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { writeToFolder } from '~/domain/outreach/demo-mailbox.server'
import { buildMail } from '~/domain/outreach/email/build-mail.server'

const before = env().DATA_DIR
let folder: string
beforeAll(async () => {
  env().DATA_DIR = await fs.mkdtemp(path.join(os.tmpdir(), 'mail-'))
  folder = path.join(env().DATA_DIR, 'mail')
})
afterAll(async () => {
  await fs.rm(env().DATA_DIR, { recursive: true })
  env().DATA_DIR = before
})

test('the folder of the demo keeps the newest 500 mails, and other files, for its account alone', async () => {
  await fs.mkdir(folder)
  for (let id = 1; id <= 502; id++) await fs.writeFile(path.join(folder, `${id}.json`), '{}')
  await fs.writeFile(path.join(folder, 'note.txt'), '')
  const outgoing = {
    id: 503,
    key: 'key',
    kind: 'a mail',
    topic: 'safety' as const,
    userId: null,
    address: 'asha@mail.example',
    notification: null,
    mail: { subject: 'A mail', preheader: '', paragraphs: [], why: '' },
    unsubscribe: null,
  }
  await writeToFolder(outgoing, buildMail(outgoing))
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  const names = await fs.readdir(folder)
  expect(names).toHaveLength(501)
  for (const name of ['503.json', '4.json', 'note.txt']) expect(names).toContain(name)
  for (const name of ['1.json', '3.json']) expect(names).not.toContain(name)
})
