import fs from 'node:fs'
import { transformWithEsbuild, type Plugin } from 'vite'

const QUERY = '?inline-script'

/** At build time `?inline-script` imports a module without runtime imports as a minified classic script. */
export const inlineScriptPlugin: Plugin = {
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return null
    const file = id.slice(0, -QUERY.length)
    this.addWatchFile(file)
    const options = { loader: 'ts', format: 'iife', minify: true, target: 'es2020' } as const
    const { code } = await transformWithEsbuild(fs.readFileSync(file, 'utf8'), file, options)
    return { code: `export default ${JSON.stringify(code.trim())}`, map: null }
  },
}
