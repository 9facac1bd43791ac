import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // The built app is the real one: Node loads it, nothing transforms it.
    server: { deps: { external: [/\/build\//] } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
