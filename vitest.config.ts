import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: '~', replacement: here('./app') },
      { find: /^fast-check$/, replacement: here('./tests/support/seeded-fast-check.ts') },
    ],
  },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // The built app is the real one: Node loads it, nothing transforms it.
    server: { deps: { external: [/\/build\//] } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The limit of a test is what ends a wait on a busy machine.
    expect: { poll: { timeout: 25_000 } },
  },
})
