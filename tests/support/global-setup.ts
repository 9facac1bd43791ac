import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { runMigrations } from '~/db/migrate.server'
import { startPostgres } from '../../embedded/postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function setup(project: TestProject) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-test-'))
  fs.chmodSync(dataDir, 0o755)
  const server = await startPostgres(dataDir, {
    maxConnections: 300,
    // Durability is not needed, and without autovacuum plans depend only on statistics that a test requests.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  })
  const sql = postgres(server.url, { max: 1 })
  await sql`CREATE DATABASE template_dealdwaar`
  await sql.end()
  const template = new URL(server.url)
  template.pathname = '/template_dealdwaar'
  await runMigrations(template.href, 'drizzle')
  project.provide('postgresUrl', server.url)
  return () => {
    server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
