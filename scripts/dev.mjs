/** `npm run dev`: Vite with hot reload, on the demo's own database and keys (or those of the environment). */
import path from 'node:path'
import { ensureInstalled } from './install.mjs'

try {
  await ensureInstalled(console.log)
  process.env.NODE_ENV = 'development'
  const { root } = await import('./build.mjs')
  process.chdir(root)
  const { createServer, runnerImport } = await import('vite')
  const { aliases } = await import('./driver.mjs')
  const alias = aliases()
  /** @param {string} file */
  const load = async (file) =>
    (await runnerImport(path.join(root, file), { configFile: false, resolve: { alias } })).module
  const { openEnvironment } = /** @type {typeof import('../server/environment')} */ (
    await load('server/environment.ts')
  )
  const environment = await openEnvironment(path.join(root, 'drizzle'))
  if (environment.isOurs) {
    const { seedWhenEmpty } = /** @type {typeof import('../server/seed')} */ (await load('server/seed.ts'))
    const { seedDemo } = /** @type {typeof import('../ops/demo-seed')} */ (await load('ops/demo-seed.ts'))
    await seedWhenEmpty(environment.url, seedDemo)
  }
  // Vite ends the process itself on some signals; however it ends, the database is stopped.
  process.on('exit', () => environment.close())
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => process.exit(0))
  const server = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { port: environment.env.PORT, strictPort: true },
  })
  environment.keepAlive()
  await server.listen().catch((/** @type {Error} */ error) => {
    throw new Error(`PORT: ${environment.env.PORT} cannot be used (${error.message})`, { cause: error })
  })
  console.log(`DealDwaar, with hot reload: ${environment.env.publicOrigin}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
