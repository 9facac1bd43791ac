/** Installs the packages of the lock file when they are missing or older than it. Needs nothing but node and npm. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const lock = path.join(root, 'package-lock.json')
const installed = path.join(root, 'node_modules/.package-lock.json')

/** npm writes the lock of what it installed; an edited lock file is newer than it. */
function isInstalled() {
  return fs.existsSync(installed) && packagesOf(lock) === packagesOf(installed)
}

/** The names and versions that a lock file wants here. @param {string} file */
function packagesOf(file) {
  /** @type {Record<string, { version?: string, optional?: boolean }>} */
  const packages = JSON.parse(fs.readFileSync(file, 'utf8')).packages
  return Object.entries(packages)
    .filter(([name, { optional }]) => name && !optional)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort()
    .join('\n')
}

/** Installs what is missing, and a database driver that was edited in place. @param {(line: string) => void} [say] */
export async function ensureInstalled(say = () => {}) {
  if (!isInstalled() || !(await isDriverIntact())) install(say)
}

/** Not imported above: where nothing is installed yet, it cannot be loaded. */
const isDriverIntact = async () => (await import('./driver.mjs')).isDriverIntact()

/** @param {(line: string) => void} say */
function install(say) {
  say('Installing the packages ...')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
    // A test or a build needs what production leaves out.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  })
  if (done.status !== 0)
    throw new Error(`npm ci failed:\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`)
}
