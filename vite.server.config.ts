/**
 * Bundles server/ and ops/ to build/node, so that nothing needs TypeScript at run time. node_modules stay outside, but for
 * the patched driver, drizzle-orm, which imports it, and packages of many files that commands would spend their start on.
 */
import path from 'node:path'
import { defineConfig } from 'vite'
import { aliases } from './scripts/driver.mjs'

export default defineConfig({
  publicDir: false,
  resolve: { alias: aliases() },
  ssr: {
    external: true,
    noExternal: ['drizzle-orm', 'zod', 'commander', 'csv-parse', 'rate-limiter-flexible'],
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: path.join(process.env.BUILD_DIR || 'build', 'node'),
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        run: 'server/run.ts',
        reload: 'server/reload.ts',
        environment: 'environment/open.ts',
        ops: 'ops/main.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
