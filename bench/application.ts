import path from 'node:path'
import { runnerImport } from 'vite'
import { root } from '../scripts/build.mjs'
import { aliases } from '../scripts/driver.mjs'

/** Loads a module of the application into this process, which gets its variables. */
export async function loadModule<Module>(
  file: string,
  variables: Record<string, string | undefined>,
): Promise<Module> {
  Object.assign(process.env, variables)
  delete process.env.DATABASE_URL
  delete (globalThis as { __database?: unknown }).__database
  const options = { configFile: false as const, resolve: { alias: aliases() } }
  const { module } = await runnerImport<Module>(path.join(root, file), options)
  return module
}
