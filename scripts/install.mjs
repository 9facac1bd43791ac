// Uses only node and npm, because nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const lock = path.join(root, 'package-lock.json')
const installed = path.join(root, 'node_modules/.package-lock.json')

function isInstalled() {
  return fs.existsSync(installed) && packagesOf(lock) === packagesOf(installed)
}

/** @param {string} file */
function packagesOf(file) {
  /** @type {Record<string, { version?: string, optional?: boolean }>} */
  const packages = JSON.parse(fs.readFileSync(file, 'utf8')).packages
  return Object.entries(packages)
    .filter(([name, { optional }]) => name && !optional)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort()
    .join('\n')
}

/** Also reinstalls a database driver that was edited in place. @param {(line: string) => void} [say] */
export async function ensureInstalled(say = () => {}) {
  if (!isInstalled() || !(await isDriverIntact())) install(say)
}

/** A dynamic import, because it cannot be loaded before the first installation. */
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
    // Tests and builds need the dev dependencies.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  })
  if (done.status !== 0)
    throw new Error(`npm ci failed:\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`)
}
