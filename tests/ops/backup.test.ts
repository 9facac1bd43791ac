/** Backups of a real embedded PostgreSQL, and what follows a restore. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { runMigrations } from '~/db/migrate.server'
import { approveWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { startPostgres } from '../../embedded/postgres'
import { makeBackup, restoreBackup, verifyBackup } from '../../environment/backup'
import { approved, ask, orderOf, payBy, work } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'
import { ops, opsProcess } from './support'

const bank = await vi.hoisted(async () => {
  const { startRazorpayX } = await import('../support/payout-providers')
  const started = await startRazorpayX()
  Object.assign(process.env, started.env, { PAYOUT_PROVIDER: 'razorpayx' })
  return started
})

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-backup-'))
// The account of PostgreSQL must reach its folder.
fs.chmodSync(base, 0o755)
const at = (name: string) => path.join(base, name)
const data = at('data')
afterAll(async () => {
  fs.rmSync(base, { recursive: true, force: true })
  await bank.close()
})

const withDatabase = async <T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> => {
  const running = await startPostgres(dataDir)
  return work(running.url).finally(() => running.stop())
}
async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await client.unsafe<T[]>(text)
  } finally {
    await client.end()
  }
}
const namesOf = (url: string) =>
  query<{ username: string }>(url, 'SELECT username FROM users WHERE id > 1000')

test('a backup is refused while the database runs', async () => {
  await withDatabase(data, async (url) => {
    await runMigrations(url, 'drizzle')
    await query(url, `INSERT INTO users (username) VALUES ('Asha')`)
    await expect(makeBackup(data, at('refused'), 'drizzle')).rejects.toThrow(/runs \(process \d+\)\. Stop/)
    expect(fs.existsSync(at('refused'))).toBe(false)
  })
  fs.writeFileSync(path.join(data, 'keys.json'), '{}')
  fs.mkdirSync(path.join(data, 'checkpoints'))
  fs.writeFileSync(path.join(data, 'checkpoints/notes'), '')
})

const made = { folder: '' }

test('a backup has the database and the checkpoints, no keys, and the last migration in its manifest', async () => {
  const { folder, manifest } = await makeBackup(data, at('backups'), 'drizzle')
  made.folder = folder
  expect(fs.readdirSync(at('backups'))).toEqual([path.basename(folder)])
  expect(fs.readdirSync(folder).toSorted()).toEqual(['checkpoints', 'manifest.json', 'postgres'])
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest)
  const last = fs
    .readdirSync('drizzle')
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)
  expect(`${manifest.migration}.sql`).toBe(last)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

test('a backup is restored to an empty folder; a database that is there is moved aside only when told so', async () => {
  await restoreBackup(made.folder, at('empty'), 'drizzle', false)
  expect(await withDatabase(at('empty'), namesOf)).toEqual([{ username: 'Asha' }])
  expect(fs.readdirSync(path.join(at('empty'), 'checkpoints'))).toEqual(['notes'])

  await expect(restoreBackup(made.folder, data, 'drizzle', false)).rejects.toThrow('There is a database in')
  fs.writeFileSync(path.join(data, 'postgres/later'), '')
  const { aside } = await restoreBackup(made.folder, data, 'drizzle', true)
  expect(fs.existsSync(path.join(data, 'postgres/later'))).toBe(false)
  expect(fs.existsSync(path.join(aside!, 'postgres/later'))).toBe(true)
  expect(fs.readdirSync(aside!).toSorted()).toEqual(['checkpoints', 'postgres'])
})

test('verify starts a copy and deletes it; it names what was changed, is missing or was added', async () => {
  const before = fs.readdirSync(base)
  const env = {
    DATA_DIR: data,
    DATABASE_URL: '',
    EMBEDDED_DATABASE_URL: '',
    DATA_KEY: 'a'.repeat(64),
    SESSION_SECRET: 's'.repeat(40),
  }
  const { out, err, code } = await opsProcess(`verify ${made.folder} --scratch ${base}`, {
    env,
    bundle: 'offline',
  })
  expect(err).toBe('')
  expect(out).toMatch(
    /^The database is up to date\.\nThe books balance: no defect\.\nThe backup of 20\S+Z is whole: \d+ files, \d+\.\d MB, migration \S+, PostgreSQL 18\.\n$/,
  )
  expect(code).toBe(0)
  expect(fs.readdirSync(base)).toEqual(before)

  const control = path.join(made.folder, 'postgres/global/pg_control')
  const bytes = fs.readFileSync(control)
  bytes[100]! ^= 1
  fs.writeFileSync(control, bytes)
  fs.rmSync(path.join(made.folder, 'checkpoints/notes'))
  fs.writeFileSync(path.join(made.folder, 'postgres/extra'), '')
  await expect(verifyBackup(made.folder, base, 'drizzle', () => Promise.resolve())).rejects.toThrow(
    'The backup is damaged:\n  postgres/global/pg_control has another sum\n  postgres/extra was added\n  checkpoints/notes is missing',
  )
  await expect(restoreBackup(made.folder, at('damaged'), 'drizzle', false)).rejects.toThrow('damaged')
  expect(fs.readdirSync(at('damaged'))).toEqual([])
})

test('with DATABASE_URL backup, verify and restore point to the tools of PostgreSQL', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://app@localhost/app')
  for (const line of ['backup x', 'verify x', 'restore x']) {
    const { code, err } = await ops(line)
    expect(code).toBe(1)
    expect(err).toContain('back that database up with pgBackRest or pg_dump')
  }
  vi.unstubAllEnvs()
})

test('restored: the provider is asked before a payout is sent, no number is given again, and the books are audited', async () => {
  payBy('razorpayx')
  const { id, reference } = await approved()
  const { code, out } = await ops('restored')
  expect(out).toContain(
    '1 open payout and 0 settled payouts will be looked up at the provider before anything is sent.\n',
  )
  expect(out).toContain('The books balance: no defect.\n')
  expect(code).toBe(0)
  expect(await orderOf(id)).toMatchObject({ stage: 'sending' })
  await work(id)
  expect(bank.calls.filter((call) => call.endsWith(reference))).toEqual([
    `GET ${reference}`,
    `POST ${reference}`,
  ])
  const next = await ask(await memberWith(10_00n), '1')
  expect(next).toBeGreaterThan(id + 1_000_000)

  // What the provider has settled since the backup is looked up as well.
  bank.settle(reference, 'paid')
  await work(id)
  payBy('manual')
  await approveWithdrawal(next)
  const again = await ops('restored')
  expect(again.out).toContain('0 open payouts and 1 settled payout will')
  expect(again.out).toContain('1 approved withdrawal to be paid by hand: compare')
  const [due] = await db.execute(
    sql`SELECT 1 FROM payout_orders WHERE withdrawal_id = ${id} AND recheck_at <= now()`,
  )
  expect(due).toBeDefined()
})
