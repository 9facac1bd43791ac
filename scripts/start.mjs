import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

try {
  stopWithNpm()
  if (major < 20 || (major === 20 && minor < 10))
    throw new Error(`Node 20.10 or newer is needed, not ${process.version}.`)
  await ensureInstalled(console.log, 'run')
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  const pages = ensureBuild({ parts: ['pages'], say: console.log })
  // run() reports it.
  pages.catch(() => {})
  await ensureBuild({ parts: ['commands'], say: console.log })
  const { run } = /** @type {typeof import('../server/run')} */ (
    await import(pathToFileURL(path.join(buildFolder, 'node/run.js')).href)
  )
  // Starts the database meanwhile.
  await run(pages)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
