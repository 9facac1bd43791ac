/** The built server with the demo's data and a browser, for scripts that look at its pages. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'

/**
 * Builds, starts both, and ends both after the work, however it ended.
 * @param {(origin: string, browser: import('playwright').Browser) => Promise<void>} work
 */
export async function withDemo(work) {
  ensureInstalled(console.log)
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBuild({ say: console.log })
  const { chromium } = await import('playwright')
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-demo-'))
  fs.chmodSync(dataDir, 0o755)
  const { child, origin } = await startServer(buildFolder, dataDir)
  try {
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    try {
      await work(origin, browser)
    } finally {
      await browser.close()
    }
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/** @param {string} build @param {string} dataDir */
async function startServer(build, dataDir) {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(build, 'node/main.js')], {
    env: { ...process.env, PORT: String(port), PUBLIC_ORIGIN: '', DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise((resolve, reject) => {
    child.stdout?.on('data', (part) => String(part).includes('"message":"listening"') && resolve(true))
    child.once('close', () => reject(new Error('The server did not start.')))
  })
  return { child, origin: `http://localhost:${port}` }
}
