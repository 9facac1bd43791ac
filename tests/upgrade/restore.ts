// The database of the version before in place of the test's own, and what it held.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { inject } from 'vitest'
import { env } from '~/config/env.server'
import { writeFirstValues } from '~/settings/first-values.server'
import { runMigrations } from '~/db/migrate.server'

interface Journal {
  entries: { idx: number; tag: string; when: number }[]
}

/** The last migration of that version. */
const LAST = 46

/** The migrations of that version. */
function migrationsBefore(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-old-version-'))
  fs.cpSync('drizzle', folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal
  const entries = journal.entries.filter(({ idx }) => idx <= LAST)
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}

const readApplied = async (client: postgres.Sql) =>
  (await client<{ hash: string }[]>`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`).map(
    ({ hash }) => hash,
  )

/** Runs the rest of the migrations, too. Returns the balances of all accounts before they ran. */
export async function restoreOldVersion(): Promise<Map<string, bigint>> {
  const url = env().databaseUrl!
  const name = new URL(url).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.unsafe(`CREATE DATABASE ${name}`)
  await admin.end()
  const folder = migrationsBefore()
  await runMigrations(url, folder)
  fs.rmSync(folder, { recursive: true, force: true })
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const ours = await readApplied(client)
    await client.unsafe(gunzipSync(fs.readFileSync('tests/upgrade/old-version.sql.gz')).toString())
    const theirs = await readApplied(client)
    if (String(ours) !== String(theirs)) throw new Error('a migration of the version before was edited')
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
