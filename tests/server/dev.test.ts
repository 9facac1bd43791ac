import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { servers } from '~/platform/db/schema/servers'
import { findFreePort } from '../../embedded/postmaster'
import { bareEnvironment } from '../support/servers'

test('npm run dev starts the workers like the server, and stops them cleanly', async () => {
  const { EMBEDDED_DATABASE_URL, DATA_DIR } = process.env
  const port = await findFreePort()
  const variables = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-env-')), '.env')
  fs.writeFileSync(variables, `# Its own port\nPORT=${port}\nDATA_DIR=never-used\n`)
  const child = spawn(process.execPath, ['scripts/dev.mjs', variables], {
    env: { ...bareEnvironment(), EMBEDDED_DATABASE_URL, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  try {
    const announced = () => db.select({ port: servers.port }).from(servers)
    const look = () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`)
      return announced()
    }
    await expect.poll(look, { timeout: 120_000 }).toEqual([{ port }])
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(await announced()).toEqual([])
  } finally {
    child.kill('SIGKILL')
    fs.rmSync(path.dirname(variables), { recursive: true })
  }
}, 180_000)
