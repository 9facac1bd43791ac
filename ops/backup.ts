// Backups of the embedded database. Imports nothing that opens one: ops/offline.ts runs these without.
import { commandPrefix } from './command-name'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { env } from '~/config/env.server'
import { BackupRefused, makeBackup, restoreBackup, verifyBackup, type Manifest } from '../environment/backup'
import { readKeys } from '../environment/keys'
import { openEnvironment } from '../environment/open'
import { sayDemo } from './database-line'
import { migrationsFolder } from './migrations'
import { counted } from './shown'
import { RefusedCommand, say } from './terminal'

/** The bundles' folder: this module itself may be in a chunk below it. */
const bundles = () => path.dirname(process.argv[1]!)

export function backupCommands(): Command[] {
  const backup = new Command('backup')
    .argument('<folder>', 'where to make it; copy it to another machine afterwards')
    .addHelpText(
      'after',
      `
The keys are not in it: keep DATA_DIR/keys.json, or the variables of .env, in another place. Without DATA_KEY nobody can read
the bank and UPI details of a backup. Logos are not in it either: PostgreSQL has them, DATA_DIR/images is made again.

With DATABASE_URL use pgBackRest or pg_dump (docs/operations.md).

Examples:
  $ ${commandPrefix()} backup /var/backups/dealdwaar
  $ ${commandPrefix()} verify /var/backups/dealdwaar/dealdwaar-20261123T105948Z`,
    )
    .action(make)
  const verify = new Command('verify')
    .argument('<backup>', 'its folder')
    .option('--scratch <folder>', 'where the copy is made and deleted', os.tmpdir())
    .action(verifyOne)
  const restore = new Command('restore')
    .argument('<backup>', 'its folder')
    .option('--replace', 'move the database that is there aside, to DATA_DIR/replaced-…')
    .action(restoreOne)
  return [backup, verify, restore]
}

/** The data folder of the embedded database. */
function requireEmbedded(): string {
  if (!process.env.DATABASE_URL) return env().DATA_DIR
  throw new RefusedCommand(
    `DATABASE_URL is set: back that database up with pgBackRest or pg_dump, which do it while the site runs (docs/operations.md). After a restore: ${commandPrefix()} restored`,
  )
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof BackupRefused ? new RefusedCommand(error.message) : error
  }
}

const megabytes = ({ postgres_files, checkpoint_files }: Manifest) =>
  (
    [...postgres_files.files, ...checkpoint_files.files].reduce((sum, { size }) => sum + size, 0) / 1e6
  ).toFixed(1)

const facts = (manifest: Manifest) =>
  `${counted(manifest.postgres_files.files.length + manifest.checkpoint_files.files.length, 'file')}, ${megabytes(manifest)} MB, migration ${manifest.migration}, PostgreSQL ${manifest.postgres}`

async function make(into: string): Promise<void> {
  const dataDir = requireEmbedded()
  sayDemo()
  const { folder, manifest } = await orRefused(makeBackup(dataDir, into, migrationsFolder()))
  say`Backup ${folder}: ${facts(manifest)}.`
  say`The keys are not in it: keep ${keysPlace()} in another place.`
}

const keysFile = () => path.resolve(env().DATA_DIR, 'keys.json')
const keysPlace = () => (fs.existsSync(keysFile()) ? keysFile() : 'DATA_KEY and SESSION_SECRET')

/** Throws without keys: new ones could not read what the backup has. */
function requireKeys(): Record<string, string> {
  const { DATA_KEY, SESSION_SECRET, DATA_DIR } = env()
  if (DATA_KEY && SESSION_SECRET) return { DATA_KEY, SESSION_SECRET }
  if (fs.existsSync(keysFile())) return readKeys(DATA_DIR)
  throw new RefusedCommand(
    `A backup has no keys. Put the site's keys.json into ${path.resolve(DATA_DIR)}, or set DATA_KEY and SESSION_SECRET.`,
  )
}

async function verifyOne(backup: string, { scratch }: { scratch: string }): Promise<void> {
  requireEmbedded()
  const keys = requireKeys()
  const work = async (url: string, dataDir: string) => {
    const given = { ...keys, EMBEDDED_DATABASE_URL: url, DATA_DIR: dataDir }
    for (const words of [['migrate'], ['audit']]) await runAside(words, given)
  }
  const manifest = await orRefused(verifyBackup(backup, scratch, migrationsFolder(), work))
  say`The backup of ${manifest.made_at} is whole: ${facts(manifest)}.`
}

async function restoreOne(backup: string, { replace = false }: { replace?: boolean }): Promise<void> {
  const dataDir = requireEmbedded()
  sayDemo()
  requireKeys()
  const { manifest, aside } = await orRefused(restoreBackup(backup, dataDir, migrationsFolder(), replace))
  say`Restored the backup of ${manifest.made_at}: ${facts(manifest)}.`
  if (aside) say`What was there is in ${aside}.`
  const environment = await openEnvironment(migrationsFolder())
  try {
    await runAside(['restored'], { EMBEDDED_DATABASE_URL: environment.url })
  } finally {
    environment.close()
  }
}

/** A process of its own, because the environment of this one has no database. Throws when it ends with another code than 0. */
function runAside(words: string[], given: Record<string, string>): Promise<void> {
  const main = path.join(bundles(), 'ops.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...process.env, ...given },
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new RefusedCommand(`\`${words.join(' ')}\` ended with ${code}.`)),
    )
  })
}
