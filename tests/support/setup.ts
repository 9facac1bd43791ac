import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, inject, vi } from 'vitest'
import { z } from 'zod/v4'

// A process runs several files (sharing.ts): each gets the modules, variables and database of a new process.
vi.resetModules()
// The build registers its schemas by name, and zod stays loaded.
z.globalRegistry.clear()
const before = { ...process.env }

const name = `test_${randomBytes(6).toString('hex')}`
const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${inject('template')} STRATEGY FILE_COPY`)

const url = new URL(inject('postgresUrl'))
url.pathname = `/${name}`
process.env.EMBEDDED_DATABASE_URL = url.href
process.env.SESSION_SECRET ??= 'a secret of the tests, 32 characters long'
process.env.DATA_KEY ??= '0123456789abcdef'.repeat(4)
process.env.PUBLIC_ORIGIN ??= 'http://localhost:3000'
delete process.env.DATABASE_URL
// Not the demo's folder, whose files belong to another database.
const dataDir = path.join(os.tmpdir(), `dealdwaar-${name}`)
process.env.DATA_DIR = dataDir

afterAll(async () => {
  // Many files test pure functions alone, and load nothing of the database.
  if ('__database' in globalThis) await (await import('~/platform/db/client.server')).closeDatabase()
  await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
  fs.rmSync(dataDir, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
