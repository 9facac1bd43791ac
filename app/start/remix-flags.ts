/** Runs at build time only (vite.config.ts). */
import type { Plugin } from 'vite'

const OF_REMIX = /\/@remix-run\/react\/dist\/esm\/\w[\w-]*\.js$/
const FLAG = /\b(?:window\.__remixContext\.)?future\.(v3_\w+)/g

/**
 * Remix's browser code asks at run time which future flags are on. They are known at build time, so the minifier can leave out
 * what they switch off. Throws at a flag that the options do not name, because Remix has then changed.
 */
export function remixFlagsPlugin(future: Readonly<Record<string, boolean>>): Plugin {
  return {
    name: 'remix-flags',
    apply: 'build',
    transform(code, id, options) {
      if (options?.ssr || !OF_REMIX.test(id)) return null
      return { code: writeFlags(code, future), map: null }
    },
  }
}

export function writeFlags(code: string, future: Readonly<Record<string, boolean>>): string {
  return code
    .replace(FLAG, (_, flag: string) => {
      const isOn = future[flag]
      if (isOn === undefined) throw new Error(`Remix reads a flag that remix.config.js does not set: ${flag}`)
      return String(isOn)
    })
    .replaceAll('window.__remixContext.isSpaMode', 'false')
}
