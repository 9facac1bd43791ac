import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { workerScriptPlugin } from './scripts/bundle-worker.mjs'
import { customElementsPlugin, ELEMENT } from './app/components/document/custom-elements'
import { inlineScriptPlugin } from './app/components/document/inline-script'
import remixConfig from './remix.config.js'
import { findChunk } from './scripts/chunks.mjs'
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
    inlineScriptPlugin,
    customElementsPlugin,
    workerScriptPlugin,
  ],
  resolve: { alias: aliases() },
  // Bundled, so that it uses the patched driver too.
  ssr: { noExternal: ['drizzle-orm'] },
  build: {
    target: 'es2022',
    // Remix would remove the whole folder, with the commands that may be in use (scripts/build.mjs).
    emptyOutDir: false,
    assetsInlineLimit: 0,
    // What a dialog's chunk imports is on most pages already.
    modulePreload: false,
    // Adds the prefixes that Safari needs; esbuild adds none for this target.
    cssMinify: 'lightningcss',
    // Names the file and line of an error in the log; browsers get none.
    sourcemap: isSsrBuild,
    // The server is one file, beside whose folder that of the client is (app/components/document/page-style.server.ts).
    rollupOptions: { output: isSsrBuild ? { inlineDynamicImports: true } : { manualChunks: chunkOf } },
  },
}))

/** Custom elements start before the rest. */
const chunkOf = (id: string) => ELEMENT.exec(id)?.[1] ?? findChunk(id)
