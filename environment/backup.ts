/** Cold backups of the embedded database and of the files of checkpoints (docs/decisions/0048-backups.md). */
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { z } from 'zod/v4'
import { makeFolder } from './open'

const tree = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
})
const manifestShape = z.object({
  format: z.literal(1),
  /** UTC. */
  made_at: z.iso.datetime(),
  /** Of the last migration that was applied, as in drizzle/meta/_journal.json. */
  migration: z.string(),
  /** The major version, which the binaries must have. */
  postgres: z.string(),
  postgres_files: tree,
  checkpoint_files: tree,
})
export type Manifest = z.output<typeof manifestShape>

/** The command was refused; nothing was changed. */
export class BackupRefused extends Error {}

/** What a start makes anew, and the server's log. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'server.log']
const EMPTY = { folders: [], files: [] }

/** Text for names of folders: 20261123T105948Z. */
const stamp = (at = new Date()) => at.toISOString().replace(/[-:]|\.\d+/g, '')

async function requireStopped(dataDir: string): Promise<void> {
  const { runningPid } = await import('../embedded/postgres')
  const pid = runningPid(dataDir)
  if (pid)
    throw new BackupRefused(
      `The database in ${path.resolve(dataDir)} runs (process ${pid}). Stop the site and every \`npm run ops\` first.`,
    )
}

/** Returns the folder, a new one in `into`. Throws BackupRefused while the database runs. */
export async function makeBackup(dataDir: string, into: string, migrations: string) {
  const { startPostgres } = await import('../embedded/postgres')
  const { copyTree, flushTree, hashFile } = await import('../embedded/copy-tree')
  const cluster = path.resolve(dataDir, 'postgres')
  if (!fs.existsSync(path.join(cluster, 'PG_VERSION')))
    throw new BackupRefused(`There is no embedded database in ${path.resolve(dataDir)}.`)
  await requireStopped(dataDir)
  // A start and a stop end whatever a crash left, and say which migrations there are.
  const running = await startPostgres(dataDir)
  const migration = await readMigration(running.url, migrations).finally(() => running.stop())
  await requireStopped(dataDir)

  fs.mkdirSync(into, { recursive: true, mode: 0o700 })
  const made_at = new Date()
  const folder = path.resolve(into, `dealdwaar-${stamp(made_at)}`)
  const draft = `${folder}.partial`
  fs.mkdirSync(draft, { mode: 0o700 })
  try {
    const control = () => hashFile(path.join(cluster, 'global/pg_control'))
    const before = await control()
    const checkpoints = path.resolve(dataDir, 'checkpoints')
    const manifest: Manifest = {
      format: 1,
      made_at: made_at.toISOString(),
      migration,
      postgres: fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim(),
      postgres_files: await copyTree(cluster, path.join(draft, 'postgres'), { skip: LEFT_OUT }),
      checkpoint_files: fs.existsSync(checkpoints)
        ? await copyTree(checkpoints, path.join(draft, 'checkpoints'))
        : EMPTY,
    }
    await requireStopped(dataDir)
    if ((await control()).sha256 !== before.sha256)
      throw new BackupRefused('The database was started during the copy. Nothing was kept.')
    await flushTree(path.join(draft, 'postgres'), manifest.postgres_files)
    fs.writeFileSync(path.join(draft, 'manifest.json'), JSON.stringify(manifest, null, 1), { flush: true })
    fs.renameSync(draft, folder)
    return { folder, manifest }
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

const journalOf = (migrations: string) =>
  z
    .object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
    .parse(JSON.parse(fs.readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8'))).entries

async function readMigration(url: string, migrations: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ at: string }[]>`SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations`
    const entry = journalOf(migrations).find(({ when }) => String(when) === row?.at)
    return entry?.tag ?? `of another release, ${row?.at ?? 'none'}`
  } finally {
    await sql.end()
  }
}

/** Throws BackupRefused for a folder that is no backup, or one of a newer release. */
function readManifest(backup: string, migrations: string): Manifest {
  const file = path.join(backup, 'manifest.json')
  if (!fs.existsSync(file))
    throw new BackupRefused(`${backup} has no manifest.json: it is no finished backup.`)
  const manifest = manifestShape.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  if (!journalOf(migrations).some(({ tag }) => tag === manifest.migration))
    throw new BackupRefused(`This release does not know the backup's migration ${manifest.migration}.`)
  return manifest
}

/**
 * Copies the backup to new folders in `into` and compares all sums on the way. Throws BackupRefused with what differs;
 * nothing is left then.
 */
async function unpack(backup: string, into: string, migrations: string): Promise<Manifest> {
  const { databaseAccount } = await import('../embedded/postgres')
  const { copyTree, compareTrees } = await import('../embedded/copy-tree')
  const manifest = readManifest(backup, migrations)
  const owner = databaseAccount(into)
  if (owner) fs.chownSync(into, owner.uid, owner.gid)
  const problems: string[] = []
  for (const [name, should, who] of [
    ['postgres', manifest.postgres_files, owner],
    ['checkpoints', manifest.checkpoint_files, undefined],
  ] as const) {
    const from = path.join(backup, name)
    const is = fs.existsSync(from) ? await copyTree(from, path.join(into, name), { owner: who }) : EMPTY
    problems.push(...compareTrees(is, should).map((line) => `${name}/${line}`))
  }
  if (problems.length)
    throw new BackupRefused(`The backup is damaged:\n  ${problems.slice(0, 20).join('\n  ')}`)
  return manifest
}

/** Calls `work` with the data folder of a running copy, which is deleted afterwards. */
export async function verifyBackup(
  backup: string,
  scratch: string,
  migrations: string,
  work: (url: string, dataDir: string) => Promise<void>,
): Promise<Manifest> {
  const folder = fs.mkdtempSync(path.join(scratch, 'dealdwaar-verify-'))
  try {
    const manifest = await unpack(backup, folder, migrations)
    const { startPostgres } = await import('../embedded/postgres')
    const running = await startPostgres(folder)
    try {
      await work(running.url, folder)
    } finally {
      running.stop()
    }
    return manifest
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** `replace`: a database that is there is moved to `aside`, which is returned; otherwise it is refused. */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  migrations: string,
  replace: boolean,
): Promise<{ manifest: Manifest; aside: string | null }> {
  const at = path.resolve(dataDir)
  await requireStopped(at)
  const there = ['postgres', 'checkpoints'].filter((name) => fs.existsSync(path.join(at, name)))
  if (there.includes('postgres') && !replace)
    throw new BackupRefused(
      `There is a database in ${at}. With --replace it is moved aside and the backup takes its place.`,
    )
  makeFolder(at)
  const draft = fs.mkdtempSync(path.join(at, '.restore-'))
  try {
    const manifest = await unpack(backup, draft, migrations)
    const { flushTree } = await import('../embedded/copy-tree')
    await flushTree(path.join(draft, 'postgres'), manifest.postgres_files)
    await requireStopped(at)
    const aside = there.length ? path.join(at, `replaced-${stamp()}`) : null
    if (aside) {
      fs.mkdirSync(aside, { mode: 0o700 })
      for (const name of there) fs.renameSync(path.join(at, name), path.join(aside, name))
    }
    for (const name of fs.readdirSync(draft)) fs.renameSync(path.join(draft, name), path.join(at, name))
    return { manifest, aside }
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
