import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'

/** @type {{ close: () => void } | undefined} */
let environment
const words = process.argv.slice(2)
const isHelp =
  !words.length || words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')
// The child receives the terminal's signals itself; this process must outlive it to stop the database.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGHUP'])) process.on(signal, () => {})

try {
  await ensureInstalled(undefined, 'run')
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  await ensureBuild({ parts: ['commands'] })
  process.env.NODE_ENV ||= 'production'
  const bundle = (/** @type {string} */ name) => path.join(buildFolder, 'node', `${name}.js`)
  if (!isHelp) {
    const { openEnvironment, requireChosen } = await import(pathToFileURL(bundle('environment')).href)
    requireChosen(words)
    environment = await openEnvironment(path.join(buildFolder, 'drizzle'))
  }
  process.exitCode = await run(bundle('ops'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  environment?.close()
}

/** @param {string} script @returns {Promise<number>} */
function run(script) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...words], { stdio: 'inherit' })
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
