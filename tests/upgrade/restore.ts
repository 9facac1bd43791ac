// The database of the version before in place of the test's own, and what it held.
import postgres from 'postgres'
import { inject } from 'vitest'
import { env } from '~/platform/config/env.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { executeFile, makeOldDatabase } from '../support/migrations'

const readApplied = async (client: postgres.Sql) =>
  (await client<{ hash: string }[]>`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`).map(
    ({ hash }) => hash,
  )

/** Runs the migrations since then, too. Returns the balances of all accounts before they ran. */
export async function restoreOldVersion(): Promise<Map<string, bigint>> {
  const url = env().databaseUrl!
  const name = new URL(url).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.unsafe(`CREATE DATABASE ${name}`)
  await admin.end()
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await makeOldDatabase(client, '_money_at_the_edge')
    const ours = await readApplied(client)
    await executeFile(client, 'old-version')
    if (String(ours) !== String(await readApplied(client))) throw new Error('a migration was edited')
    const balances = await readBalances(client)
    await runMigrations(url, 'drizzle')
    await writeFirstValues(url, env())
    return balances
  } finally {
    await client.end()
  }
}

/** By 'code of member'; positive: debit. */
export async function readBalances(client: postgres.Sql): Promise<Map<string, bigint>> {
  const rows = await client<{ account: string; balance: string }[]>`
    SELECT a.code || ' of ' || a.user_id AS account,
           sum(CASE WHEN a.id = t.debit_account THEN t.amount_paise ELSE -t.amount_paise END) AS balance
      FROM ledger_accounts a JOIN ledger_transfers t ON a.id IN (t.debit_account, t.credit_account)
     GROUP BY 1 ORDER BY 1`
  return new Map(rows.map(({ account, balance }) => [account, BigInt(balance)]))
}
