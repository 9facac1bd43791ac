// The last release's code on the schema of this one, as while an upgrade runs: a server of it is running when the migrations of
// this one come, goes on serving, and is started once more.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { runMigrations } from '~/db/migrate.server'
import { findRunning } from '../../embedded/postgres'
import { makeDataDir, startServer, type TestServer } from '../support/servers'
import { newcomer } from './newcomer'

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

function run(command: string, args: string[], cwd: string): void {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer }
    throw new Error(`${command} ${args.join(' ')}: ${String(stdout)}${String(stderr)}`, { cause: error })
  }
}

const migrationsOf = (folder: string) =>
  fs.readdirSync(path.join(folder, 'drizzle')).filter((name) => name.endsWith('.sql')).length

/** How often `progress` is called. */
export const RELEASE_STEPS = 4

/** Returns what was shown. Throws if the release's code does not do one of its steps on the new schema. */
export async function proveRelease(progress: (done: number) => void): Promise<string> {
  const release = lastRelease(fs.readFileSync('CHANGELOG.md', 'utf8'))
  requireCommit(release)
  const code = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-release-'))
  fs.chmodSync(code, 0o755)
  const dataDir = makeDataDir()
  try {
    buildRelease(release, code)
    progress(1)
    const start = () =>
      startServer({
        build: path.join(code, 'build'),
        env: { DATA_DIR: dataDir, WEB_CONCURRENCY: '2', HOLDING_DAYS: '0' },
      })
    let server = await start()
    await drive(server, 'on its own schema')
    progress(2)
    await runMigrations((await findRunning(dataDir))!, 'drizzle')
    await drive(server, 'after the migrations, still running')
    progress(3)
    assert.equal(await server.stop(), 0)
    server = await start()
    await drive(server, 'started again on the new schema')
    progress(4)
    assert.equal(await server.stop(), 0)
  } finally {
    fs.rmSync(code, { recursive: true, force: true })
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return `${release.version} of ${release.date} (${release.commit.slice(0, 7)}), ${migrationsOf('.')} migrations: while they ran and started after them it browses, joins, clicks, applies postbacks and takes a withdrawal`
}

async function drive(server: TestServer, when: string): Promise<void> {
  const sql = postgres((await findRunning(server.dataDir))!, { max: 1 })
  try {
    await newcomer(server, sql)
    assert.doesNotMatch(
      server.output(),
      /"level":"error"|uncaughtException|unhandledRejection/,
      'an error stands in its log',
    )
  } catch (error) {
    const tail = server.output().split('\n').slice(-12).join('\n')
    throw new Error(`the last release, ${when}: ${String(error)}\n${tail}`, { cause: error })
  } finally {
    await sql.end()
  }
}
