// `npm run dev [-- FILE]`; FILE (default .env) has variables. Vite reloads pages but not workers: restart after changing a worker.
import fs from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'

try {
  await ensureInstalled(console.log, 'run')
  process.env.NODE_ENV = 'development'
  const { root } = await import('./build.mjs')
  process.chdir(root)
  readVariables(process.argv[2] ?? '.env')
  const { createServer, runnerImport } = await import('vite')
  const { aliases } = await import('./driver.mjs')
  const alias = aliases()
  /** @param {string} file */
  const load = async (file) =>
    (await runnerImport(path.join(root, file), { configFile: false, resolve: { alias } })).module
  const { openEnvironment } = /** @type {typeof import('../environment/open')} */ (
    await load('environment/open.ts')
  )
  // Not the default: what runnerImport() has loaded can import nothing later.
  const loadEmbedded = async () =>
    /** @type {typeof import('../embedded/postgres')} */ (await load('embedded/postgres.ts'))
  const environment = await openEnvironment(path.join(root, 'drizzle'), loadEmbedded)
  if (environment.isOurs) {
    const { seedWhenEmpty } = /** @type {typeof import('../environment/seed')} */ (
      await load('environment/seed.ts')
    )
    const { seedDemo } = /** @type {typeof import('../ops/demo-seed')} */ (await load('ops/demo-seed.ts'))
    await seedWhenEmpty(environment.url, seedDemo)
  }
  process.on('exit', () => environment.close())
  /** @type {import('../app/platform/server-contract').ServerHooks | undefined} */
  let workers
  let stopping = false
  // A second signal does not wait for the workers to finish.
  const onSignal = () => {
    if (stopping) process.exit(130)
    stopping = true
    void Promise.resolve(workers?.stop?.()).finally(() => process.exit(0))
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onSignal)
  const server = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { port: environment.env.PORT, strictPort: true },
  })
  environment.keepAlive()
  await server.listen().catch((/** @type {Error} */ error) => {
    throw new Error(`PORT: ${environment.env.PORT} cannot be used (${error.message})`, { cause: error })
  })
  // Vite's listener would exit before the workers have stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (listener !== onSignal) process.off('SIGTERM', listener)
  try {
    const { entry } = await server.ssrLoadModule('virtual:remix/server-build')
    if (!stopping) {
      workers = /** @type {import('../app/platform/server-contract').ServerHooks} */ (entry.module.hooks)
      workers.start(environment.env.PORT)
    }
  } catch (error) {
    // Pages show the error themselves and recover once the code is fixed.
    console.error('No workers run until you start again:', error)
  }
  console.log(`DealDwaar, with hot reload: ${environment.env.publicOrigin}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** A variable that is set already keeps its value. @param {string} file */
function readVariables(file) {
  if (!fs.existsSync(file)) {
    if (file === '.env') return
    throw new Error(`${file}: not found`)
  }
  if (!process.loadEnvFile)
    throw new Error(`Node 20.12 or newer is needed to read ${file}, not ${process.version}.`)
  process.loadEnvFile(file)
}
