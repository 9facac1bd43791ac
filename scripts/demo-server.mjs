import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'

/** @import { Browser } from 'playwright' @import { Origins } from './types' */

/** Builds, starts servers and a browser, and stops them after `work`. `start` starts another build on the same database. @param {(origins: Origins, browser: Browser, start: (build: string) => Promise<string>) => Promise<void>} work */
export async function withDemo(work) {
  await ensureInstalled(console.log)
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBuild({ say: console.log })
  const { runnerImport } = await import('vite')
  const { troubledUrl } = await import('./trouble.mjs')
  const { chromium } = await import('playwright')
  const { module } = await runnerImport(path.resolve('embedded/postmaster.ts'), { configFile: false })
  const { findRunning, findFreePort } = /** @type {typeof import('../embedded/postmaster')} */ (module)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-demo-'))
  fs.chmodSync(dataDir, 0o755)

  /** @type {(() => Promise<void>)[]} Last opened, first closed. */
  const closing = []
  /** @param {Record<string, string>} [env] @param {string} [build] */
  const start = async (env, build = buildFolder) => {
    const { child, origin } = startServer(build, dataDir, await findFreePort(), env)
    closing.unshift(() => ended(child))
    await listening(child)
    return origin
  }
  try {
    const usual = await start()
    const url = (await findRunning(dataDir)) ?? ''
    const development = await start({ NODE_ENV: 'development', EMBEDDED_DATABASE_URL: url })
    const trouble = await start({ EMBEDDED_DATABASE_URL: await troubledUrl(url) })
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    closing.unshift(() => browser.close())
    await work({ usual, development, trouble }, browser, (build) =>
      start({ EMBEDDED_DATABASE_URL: url }, build),
    )
  } finally {
    for (const close of closing) await close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @param {string} build @param {string} dataDir @param {number} port @param {Record<string, string>} [env] */
function startServer(build, dataDir, port, env) {
  const demo = {
    // Vite's runnerImport() sets it for this process.
    NODE_ENV: /** @type {const} */ ('production'),
    PUBLIC_ORIGIN: '',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    WEB_CONCURRENCY: '1',
  }
  const bare = { ...process.env, ...demo, PORT: String(port) }
  const child = spawn(process.execPath, [path.join(build, 'node/main.js')], {
    env: { ...bare, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return { child, origin: `http://localhost:${port}` }
}

/** @param {import('node:child_process').ChildProcess} child */
const listening = (child) =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', (part) => String(part).includes('"message":"listening"') && resolve(true))
    child.once('close', () => reject(new Error('The server did not start.')))
  })

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} */
const ended = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGTERM')
  })
