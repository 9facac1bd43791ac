// Imports the model test with faults in the application. One Vite environment per process: a module that no fault concerns
// is transformed and evaluated once, so each further import takes a fraction of the first.
import path from 'node:path'
import { createRunnableDevEnvironment, normalizePath, resolveConfig, type RunnableDevEnvironment } from 'vite'
import { aliases } from '../../scripts/driver.mjs'
import { plant, type Fault } from './faults'
import type * as Proof from './run'

const root = path.resolve(import.meta.dirname, '../..')

/** Those of the import that is under way or was the last. */
let planted: Fault[] = []

async function openEnvironment(): Promise<RunnableDevEnvironment> {
  const environment = {
    consumer: 'server' as const,
    dev: { moduleRunnerTransform: true },
    // As runnerImport() has them: packages are loaded by Node.
    resolve: { external: true as const, mainFields: [], conditions: ['node', 'module-sync'] },
  }
  const config = await resolveConfig(
    {
      root,
      configFile: false,
      envDir: false,
      cacheDir: path.join(root, 'node_modules/.cache/faults'),
      logLevel: 'error',
      resolve: { alias: aliases() },
      plugins: [plant(() => planted)],
      environments: { faults: environment },
    },
    'serve',
  )
  const opened = createRunnableDevEnvironment('faults', config, {
    hot: false,
    runnerOptions: { hmr: { logger: false } },
  })
  await opened.init()
  return opened
}

let opened: Promise<RunnableDevEnvironment> | undefined

/** Modules of an earlier import keep running with its faults. */
export async function importWith(faults: Fault[]): Promise<typeof Proof> {
  const environment = await (opened ??= openEnvironment())
  const files = (all: Fault[]) => all.flatMap(({ file, and }) => (and ? [file, and.file] : [file]))
  const changed = files([...planted, ...faults])
  planted = faults
  for (const file of changed) forget(environment, normalizePath(path.join(root, file)))
  return environment.runner.import<typeof Proof>(path.join(root, 'tests/model/run.ts'))
}

/** Transforms the file again, and evaluates it and all modules that import it again. */
function forget({ moduleGraph, runner: { evaluatedModules } }: RunnableDevEnvironment, file: string): void {
  moduleGraph.onFileChange(file)
  const known = new Set<string>()
  const visit = (id: string) => {
    const node = evaluatedModules.getModuleById(id)
    if (!node || known.has(id)) return
    known.add(id)
    for (const importer of node.importers) visit(importer)
    evaluatedModules.invalidateModule(node)
  }
  for (const { id } of evaluatedModules.getModulesByFile(file) ?? []) visit(id)
}
