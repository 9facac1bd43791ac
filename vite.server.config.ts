/** Bundles server/ and ops/ to build/node, so that nothing needs TypeScript at run time; node_modules stay outside. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  ssr: { external: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: path.join(process.env.BUILD_DIR || 'build', 'node'),
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: { main: 'server/main.ts', environment: 'server/environment.ts', ops: 'ops/main.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
