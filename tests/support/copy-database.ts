/** A copy of the test's database and its return, as a backup and its restore do. The pool reconnects by itself. */
import postgres from 'postgres'
import { inject } from 'vitest'
import { env } from '~/config/env.server'

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
