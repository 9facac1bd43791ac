import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [tailwindcss(), !process.env.VITEST && remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Each chunk is a link in every page that needs it: small ones go into their neighbours.
    rollupOptions: { output: { experimentalMinChunkSize: 6000 } },
  },
})
