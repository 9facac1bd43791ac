import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkOf } from './app/start/chunks'
import { workerScriptPlugin } from './app/offline/bundle-worker'
import { customElementsPlugin } from './app/start/custom-elements'
import { inlineScriptPlugin } from './app/start/inline-script'
import { cssIndexPlugin } from './app/styles/index-css'
import { remixFlagsPlugin } from './app/start/remix-flags'
import { unusedCodePlugin } from './app/start/unused-code'
import remixConfig from './remix.config.js'
import { aliases } from './scripts/driver.mjs'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    !process.env.VITEST && remix(remixConfig),
    remixFlagsPlugin({ ...remixConfig.future }),
    unusedCodePlugin,
    cssIndexPlugin,
    inlineScriptPlugin,
    customElementsPlugin,
    workerScriptPlugin,
  ],
  resolve: { alias: aliases() },
  // Bundled, so that it uses the patched driver too.
  ssr: { noExternal: ['drizzle-orm'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // What a dialog's chunk imports is on most pages already.
    modulePreload: false,
    // Names the file and line of an error in the log; browsers get none.
    sourcemap: isSsrBuild,
    // 4 % smaller after brotli than by esbuild (docs/decisions/0044).
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    // No smallest size: it would merge other pages' code into a page's chunks.
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunkOf, onlyExplicitManualChunks: true } },
  },
}))
