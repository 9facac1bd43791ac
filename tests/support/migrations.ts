import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, inject } from 'vitest'
import { runMigrations } from '~/db/migrate.server'

interface Journal {
  entries: { tag: string }[]
}

/** A database migrated up to the migration before `tag` by begin(), and completely by finish(). */
export function migratedInTwo(tag: string): {
  begin: () => Promise<postgres.Sql>
  finish: () => Promise<void>
} {
  const name = `two_${randomBytes(6).toString('hex')}`
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-migrations-'))
  const client = postgres(url.href, { max: 1 })
  beforeAll(() => admin.unsafe(`CREATE DATABASE ${name}`))
  afterAll(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
    await client.end()
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })
  return {
    async begin() {
      copyBefore(tag, folder)
      await runMigrations(url.href, folder)
      return client
    },
    finish: () => runMigrations(url.href, 'drizzle'),
  }
}

function copyBefore(tag: string, folder: string): void {
  fs.cpSync('drizzle', folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag))
  if (at < 1) throw new Error(`no migration ${tag}`)
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
}
