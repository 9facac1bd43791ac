import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/** npm passes no signal to this process when it is stopped. A changed parent id means that npm has ended. */
function stopWithNpm() {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  look.unref()
}

try {
  if (process.env.npm_lifecycle_event) stopWithNpm()
  if (major < 20 || (major === 20 && minor < 10))
    throw new Error(`Node 20.10 or newer is needed, not ${process.version}.`)
  await ensureInstalled(console.log, 'run')
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  await ensureBuild({ say: console.log })
  await import(pathToFileURL(path.join(buildFolder, 'node/main.js')).href)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
