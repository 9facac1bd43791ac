/** A copy of the test's database and its return, as a backup and its restore do. */
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, inject } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'

const copyName = (name: string) => `${name}_copy`

async function alone(work: (admin: postgres.Sql, name: string) => Promise<void>): Promise<void> {
  const name = new URL(env().databaseUrl!).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  try {
    await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`
    await work(admin, name)
  } finally {
    await admin.end()
  }
  await expect.poll(replaceConnections, { timeout: 10_000 }).toBe(true)
}

/** The driver learns of some terminated connections by the next query on each. False: it has just learned of one. */
async function replaceConnections(): Promise<boolean> {
  const queries = Array.from({ length: env().DATABASE_POOL }, () => db.execute(sql`SELECT 1`))
  const outcomes = await Promise.allSettled(queries)
  return outcomes.every(({ status }) => status === 'fulfilled')
}

/** Nobody else may be connected, so no work of the test may be under way. */
export const backUp = (): Promise<void> =>
  alone(async (admin, name) => {
    await admin.unsafe(`CREATE DATABASE ${copyName(name)} TEMPLATE ${name} STRATEGY FILE_COPY`)
  })

export const restore = (): Promise<void> =>
  alone(async (admin, name) => {
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.unsafe(`ALTER DATABASE ${copyName(name)} RENAME TO ${name}`)
  })
