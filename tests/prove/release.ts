// The last release's code on the schema of this one, as while an upgrade runs: a server of it is running when the migrations of
// this one come, goes on serving pages and storing postbacks, moves no money, and is replaced by a server of this one.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { runMigrations } from '~/platform/db/migrate.server'
import { findRunning } from '../../embedded/postmaster'
import { readKeys } from '../../environment/keys'
import { bareEnvironment, makeDataDir, startServer, type TestServer } from '../support/servers'
import { proveUpgradeBlock } from './upgrade-block'
import { joinAndClick, newcomer, type Newcomer } from './newcomer'

export interface Release {
  version: string
  date: string
  /** 40 hexadecimal digits. */
  commit: string
}

/** The newest heading '## [version] - date' and the commit under it. Throws if there is none. */
export function lastRelease(changelog: string): Release {
  const [, version, date, commit] =
    /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)\s+Commit ([0-9a-f]{40})\.$/m.exec(changelog) ?? []
  if (!version || !date || !commit)
    throw new Error('CHANGELOG.md has no release with its date and its commit')
  return { version, date, commit }
}

/** Throws and says why if the commit is not in this clone. */
function requireCommit({ version, commit }: Release): void {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(
      `the code of release ${version} (commit ${commit}) is not in this copy: it needs the history of the repository (git fetch --unshallow)`,
    )
  }
}

const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Unpacks and builds it in `folder`. The packages of this copy are used if both lock files are the same. */
function buildRelease({ commit }: Release, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = (of: string) => fs.readFileSync(path.join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock('.'))
    fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  else run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  run(process.execPath, ['scripts/build.mjs'], folder)
}

function run(command: string, args: string[], cwd: string, env = process.env): void {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer }
    throw new Error(`${command} ${args.join(' ')}: ${String(stdout)}${String(stderr)}`, { cause: error })
  }
}

/** How often `progress` is called. */
export const RELEASE_STEPS = 6

/** Returns what was shown. Throws if a step of the upgrade does not end as it has to. */
export async function proveRelease(progress: (done: number) => void): Promise<string> {
  const release = lastRelease(fs.readFileSync('CHANGELOG.md', 'utf8'))
  requireCommit(release)
  const code = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-release-'))
  fs.chmodSync(code, 0o755)
  const dataDir = makeDataDir()
  let block: string
  try {
    buildRelease(release, code)
    progress(1)
    await upgrade(path.join(code, 'build'), dataDir, progress)
    block = await proveUpgradeBlock(code)
    progress(6)
  } finally {
    fs.rmSync(code, { recursive: true, force: true })
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return `${release.version} of ${release.date} (${release.commit.slice(0, 7)}): while the migrations ran and after them it serves pages, sign-ups and clicks, stores postbacks and moves no money; this release applies each postback once and takes the withdrawals\n  ${block}`
}

async function upgrade(old: string, dataDir: string, progress: (done: number) => void): Promise<void> {
  const start = (build: string) =>
    startServer({ build, env: { DATA_DIR: dataDir, WEB_CONCURRENCY: '2', HOLDING_DAYS: '0' } })
  let server = await start(old)
  const early = await drive(server, 'the last release on its own schema', NO_ERROR, newcomer)
  progress(2)
  await runMigrations((await findRunning(dataDir))!, 'drizzle')
  const late = await drive(server, 'the last release after the migrations', REFUSED_TRANSFER, (of, sql) =>
    shopWithoutMoney(of, sql, early),
  )
  progress(3)
  assert.equal(await server.stop(), 0)
  server = await start(old)
  await drive(server, 'the last release, started again', REFUSED_TRANSFER, (of, sql) =>
    joinAndClick(of, sql, WITHOUT_LISTS),
  )
  progress(4)
  assert.equal(await server.stop(), 0)
  server = await start('build')
  await drive(server, 'this release', NO_ERROR, (of, sql) => shopAgain(of, sql, [early, late]))
  progress(5)
  assert.equal(await server.stop(), 0)
}

async function countTransfers(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM ledger_transfers`
  return row!.count
}

/** A new shopper's sale is stored, the earlier one's withdrawal is refused, and nothing is posted. */
async function shopWithoutMoney(server: TestServer, sql: postgres.Sql, early: Newcomer): Promise<Newcomer> {
  const before = await countTransfers(sql)
  const late = await joinAndClick(server, sql, WITHOUT_LISTS)
  for (const status of ['pending', 'approved']) await late.report(status)
  await late.saveUpi()
  assert.equal(await early.withdraw(), false, 'a withdrawal was taken')
  assert.equal(await countTransfers(sql), before, 'money was moved')
  return late
}

/** The stored sale is applied once, and both shoppers withdraw. */
async function shopAgain(
  server: TestServer,
  sql: postgres.Sql,
  shoppers: readonly Newcomer[],
): Promise<void> {
  const { sale } = shoppers.at(-1)!
  const credits = () => sql`
    SELECT t.amount_paise FROM ledger_transfers t JOIN conversions c ON t.ref_type = 'conversion' AND t.ref_id = c.id
     WHERE t.kind = 'cashback' AND c.external_id = ${sale}`
  for (const until = Date.now() + 60_000; (await credits()).length === 0; await sql`SELECT pg_sleep(0.2)`)
    assert.ok(Date.now() < until, 'the stored postback is not applied')
  for (const shopper of shoppers) {
    shopper.moveTo(server)
    assert.ok(await shopper.withdraw(), 'a withdrawal')
  }
  assert.equal((await credits()).length, 1, 'the stored postback is applied once')
  run(process.execPath, ['build/node/ops.js', 'audit'], '.', {
    ...bareEnvironment(),
    ...readKeys(server.dataDir),
    DATA_DIR: server.dataDir,
    EMBEDDED_DATABASE_URL: (await findRunning(server.dataDir))!,
  })
}

/** The last release reads tables of lists that this one has not (drizzle/upgrade/0052). */
const WITHOUT_LISTS = [200, 503]

/** What may stand in the log of a server. */
const NO_ERROR = /$^/
/** The column that the last release does not know (drizzle/upgrade/0047), and the tables and functions of its lists (0052 there). */
const REFUSED_TRANSFER = /"code":"(?:23502|42P01|42883)"/

async function drive<Result>(
  server: TestServer,
  who: string,
  allowed: RegExp,
  work: (server: TestServer, sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres((await findRunning(server.dataDir))!, { max: 1 })
  try {
    const result = await work(server, sql)
    const errors = server
      .output()
      .split('\n')
      .filter(
        (line) => /"level":"error"|uncaughtException|unhandledRejection/.test(line) && !allowed.test(line),
      )
    assert.deepEqual(errors, [], 'errors stand in its log')
    return result
  } catch (error) {
    const tail = server.output().split('\n').slice(-12).join('\n')
    throw new Error(`${who}: ${String(error)}\n${tail}`, { cause: error })
  } finally {
    await sql.end()
  }
}
