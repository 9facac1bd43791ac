import { build } from 'vite'
import { aliases } from './driver.mjs'

const QUERY = '?worker-script'

/** At build time `?worker-script` imports a module with its imports as one classic script. @type {import('vite').Plugin} */
export const workerScriptPlugin = {
  name: 'worker-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return null
    const bundles = /** @type {import('vite').Rollup.RollupOutput} */ (
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: aliases() },
        build: {
          write: false,
          target: 'es2022',
          modulePreload: false,
          rollupOptions: { input: id.slice(0, -QUERY.length), output: { format: 'iife' } },
        },
      })
    )
    const [chunk] = bundles.output
    for (const file of chunk.moduleIds) this.addWatchFile(file)
    return { code: `export default ${JSON.stringify(chunk.code.trim())}`, map: null }
  },
}
