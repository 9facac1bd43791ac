// `npm run build`. BUILD_DIR (default build) must be inside the project, where node_modules is resolved.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ensureInstalled } from './install.mjs'

/** @import { BuildOptions } from './types' */

export const root = path.resolve(fileURLToPath(import.meta.url), '../..')
export const buildFolder = path.resolve(root, process.env.BUILD_DIR || 'build')

const SOURCES =
  `app server ops environment embedded drizzle patches public package.json package-lock.json tsconfig.json remix.config.js
  vite.config.ts vite.server.config.ts scripts/build.mjs scripts/driver.mjs`.split(/\s+/)

/** @param {(file: string) => boolean} [isSource] */
function sourceStamp(isSource = () => true) {
  const hash = createHash('sha256').update(process.version)
  for (const source of SOURCES)
    for (const file of filesBelow(path.join(root, source)).filter(isSource))
      hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file))
  return hash.digest('hex')
}

/** @param {string} place @returns {string[]} */
function filesBelow(place) {
  if (!fs.existsSync(place)) return []
  if (fs.statSync(place).isFile()) return [place]
  return fs
    .readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(path.join(place, entry.name)))
}

const stampFile = path.join(buildFolder, '.stamp')

/** The command line has no styles, and needs no build after a change to one. */
const withoutStyles = (/** @type {string} */ file) => !file.endsWith('.css')

/** @param {BuildOptions['part']} part */
function isBuilt(part) {
  if (!fs.existsSync(stampFile)) return false
  const [all, code] = fs.readFileSync(stampFile, 'utf8').split('\n')
  return part === 'pages' ? all === sourceStamp() : code === sourceStamp(withoutStyles)
}

/** Builds if the sources of `part` have changed. Rejects with the output of the failed tool. @param {BuildOptions} [options] */
export async function ensureBuild({ force = false, part = 'pages', say = () => {} } = {}) {
  if (!force && isBuilt(part)) return
  const release = await takeLock()
  try {
    if (!force && isBuilt(part)) return
    say('Building ...')
    await build()
  } finally {
    release()
  }
}

async function build() {
  const stamp = `${sourceStamp()}\n${sourceStamp(withoutStyles)}\n`
  fs.rmSync(stampFile, { force: true })
  const bundles = ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']
  await Promise.all([
    run('node_modules/@remix-run/dev/dist/cli.js', ['vite:build', '--logLevel', 'warn']),
    run('node_modules/vite/bin/vite.js', bundles),
  ])
  fs.cpSync(path.join(root, 'drizzle'), path.join(buildFolder, 'drizzle'), { recursive: true })
  await compressFiles(path.join(buildFolder, 'client'))
  fs.writeFileSync(stampFile, stamp)
}

/** Serializes builds of one folder; the lock of a dead process is removed. */
async function takeLock() {
  const lock = `${buildFolder}.lock`
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => fs.rmSync(lock, { force: true })
    } catch {
      if (!isAlive(lock)) fs.rmSync(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** @param {string} lock */
function isAlive(lock) {
  try {
    return process.kill(Number(fs.readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} script @param {string[]} args @returns {Promise<void>} */
function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build failed (${path.basename(script)}):\n${output}`)),
    )
  })
}

const COMPRESSIBLE = /\.(?:css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** @param {string} folder */
async function compressFiles(folder) {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = zlib.constants
  for (const file of filesBelow(folder).filter((name) => COMPRESSIBLE.test(name))) {
    const body = fs.readFileSync(file)
    const [br, gz] = await Promise.all([
      brotli(body, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } }),
      gzip(body, { level: 9 }),
    ])
    if (br.length < body.length) fs.writeFileSync(`${file}.br`, br)
    if (gz.length < body.length) fs.writeFileSync(`${file}.gz`, gz)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstalled(console.log, 'run')
    await ensureBuild({ force: true, say: console.log })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
