// Uses only node and npm, because nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const lock = path.join(root, 'package-lock.json')
const installed = path.join(root, 'node_modules/.package-lock.json')

/** @import { InstalledPart } from './types' */

/** @param {InstalledPart} part */
function isInstalled(part) {
  if (!fs.existsSync(installed)) return false
  const [there, wanted] = [readPackages(installed), readPackages(lock)]
  if ([...there].some(([name, version]) => wanted.get(name) !== version)) return false
  if (part === 'all') return there.size === wanted.size
  const { dependencies, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    there.has(`node_modules/${name}`),
  )
}

/** Versions by place, without what only some platforms need. @param {string} file @returns {Map<string, string>} */
function readPackages(file) {
  /** @type {Record<string, { version: string, optional?: boolean, link?: boolean }>} */
  const packages = JSON.parse(fs.readFileSync(file, 'utf8')).packages
  return new Map(
    Object.entries(packages)
      .filter(([name, { optional, link }]) => /(?:^|\/)node_modules\//.test(name) && !optional && !link)
      .map(([name, { version }]) => [name, version]),
  )
}

/** Also reinstalls a database driver that was edited in place. @param {(line: string) => void} [say] @param {InstalledPart} [part] */
export async function ensureInstalled(say = () => {}, part = 'all') {
  if (!isInstalled(part) || !(await isDriverIntact())) install(say, part)
}

/** A dynamic import, because it cannot be loaded before the first installation. */
const isDriverIntact = async () => (await import('./driver.mjs')).isDriverIntact()

/** @param {(line: string) => void} say @param {InstalledPart} part */
function install(say, part) {
  say('Installing the packages ...')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(
    command,
    [...args, 'ci', '--no-audit', '--no-fund', ...(part === 'run' ? ['--workspaces=false'] : [])],
    {
      cwd: root,
      encoding: 'utf8',
      shell: !npm && process.platform === 'win32',
      // The build needs dev dependencies.
      env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
    },
  )
  if (done.status !== 0)
    throw new Error(`npm ci failed:\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`)
}
