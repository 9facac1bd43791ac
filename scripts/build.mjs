// `npm run build`. BUILD_DIR (default build) must be inside the project, where node_modules is resolved.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
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

function sourceStamp() {
  const hash = createHash('sha256').update(process.version)
  for (const source of SOURCES)
    for (const file of filesBelow(path.join(root, source)))
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

async function buildPages() {
  for (const name of ['client', 'server'])
    fs.rmSync(path.join(buildFolder, name), { recursive: true, force: true })
  await run('node_modules/@remix-run/dev/dist/cli.js', ['vite:build', '--logLevel', 'warn'])
  await compressFiles(path.join(buildFolder, 'client'))
}

/**
 * Keeps the assets of the two builds before in former/1 and former/2: tabs that were open at a release ask for them (server/files.ts).
 *
 * @param {string} folder @param {() => Promise<void>} build makes client/
 */
export async function keepFormerAssets(folder, build) {
  const assets = path.join(folder, 'client/assets')
  const former = path.join(folder, 'former')
  const last = path.join(former, '0')
  const first = path.join(former, '1')
  const second = path.join(former, '2')
  // One that is there already was served: the build after it failed, and what that left was not.
  if (fs.existsSync(assets) && !fs.existsSync(last)) {
    fs.mkdirSync(former, { recursive: true })
    fs.renameSync(assets, last)
  }
  await build()
  if (!fs.existsSync(last)) return
  const names = (/** @type {string} */ place) => filesBelow(place).map((file) => path.relative(place, file))
  if (String(names(last)) === String(names(assets))) return fs.rmSync(last, { recursive: true })
  fs.rmSync(second, { recursive: true, force: true })
  if (fs.existsSync(first)) fs.renameSync(first, second)
  fs.renameSync(last, first)
}

const PARTS = {
  commands: {
    title: 'the server and the commands',
    async build() {
      const options = ['--config', 'vite.server.config.ts', '--logLevel', 'warn']
      await run('node_modules/vite/bin/vite.js', ['build', ...options])
      fs.cpSync(path.join(root, 'drizzle'), path.join(buildFolder, 'drizzle'), { recursive: true })
    },
  },
  pages: {
    title: 'the pages',
    build: () => keepFormerAssets(buildFolder, buildPages),
  },
}

/** Builds the parts whose sources have changed. Rejects with the output of the failed tool. @param {BuildOptions} [options] */
export async function ensureBuild({ force = false, parts = ['commands', 'pages'], say = () => {} } = {}) {
  const stamp = sourceStamp()
  await Promise.all(
    parts.map(async (part) => {
      const stampFile = path.join(buildFolder, `.${part}.stamp`)
      const isBuilt = () => !force && fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp
      if (isBuilt()) return
      const release = await takeLock(part)
      try {
        if (isBuilt()) return
        say(`Building ${PARTS[part].title} ...`)
        fs.rmSync(stampFile, { force: true })
        await PARTS[part].build()
        fs.writeFileSync(stampFile, stamp)
      } finally {
        release()
      }
    }),
  )
}

/** Serializes builds of one part; the lock of a dead process is removed. @param {string} part */
async function takeLock(part) {
  const lock = path.join(buildFolder, `.${part}.lock`)
  const own = `${lock}.${randomUUID()}`
  fs.mkdirSync(buildFolder, { recursive: true })
  fs.writeFileSync(own, String(process.pid))
  try {
    for (;;) {
      try {
        // A link, so that a lock always has its pid, even if this process is killed now.
        fs.linkSync(own, lock)
        return () => fs.rmSync(lock, { force: true })
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
        if (isDead(lock)) fs.rmSync(lock, { force: true })
        else await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  } finally {
    fs.rmSync(own, { force: true })
  }
}

/** False if the lock was just released. @param {string} lock */
function isDead(lock) {
  try {
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** Ends with this process. @param {string} script @param {string[]} args */
async function run(script, args) {
  const running = promisify(execFile)(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
    maxBuffer: Infinity,
  })
  const kill = () => void running.child.kill()
  process.once('exit', kill)
  await running.catch(({ stdout, stderr }) => {
    throw new Error(`The build failed (${path.basename(script)}):\n${stdout}${stderr}`)
  })
  process.off('exit', kill)
}

const COMPRESSIBLE = /\.(?:css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** @param {string} folder */
async function compressFiles(folder) {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = zlib.constants
  const files = filesBelow(folder).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(
    files.map(async (file) => {
      const body = fs.readFileSync(file)
      const br = await brotli(body, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } })
      const gz = await gzip(body, { level: 9 })
      if (br.length < body.length) fs.writeFileSync(`${file}.br`, br)
      if (gz.length < body.length) fs.writeFileSync(`${file}.gz`, gz)
    }),
  )
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
