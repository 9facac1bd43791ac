import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first'
import { LONG_TESTS } from './tests/support/rings'
import { sharing } from './tests/support/sharing'
import { aliases } from './scripts/driver.mjs'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))

export default defineConfig({
  // NODE_ENV below has no development JSX.
  esbuild: { jsxDev: false },
  resolve: {
    alias: [
      ...Object.entries(aliases()).map(([find, replacement]) => ({ find, replacement })),
      { find: /^fast-check$/, replacement: here('./tests/support/seeded-fast-check.ts') },
    ],
  },
  test: {
    // React and Remix as they are served; their other builds take several times as long.
    env: { NODE_ENV: 'production' },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // The built app is the real one: Node loads it, nothing transforms it.
    server: { deps: { external: [/\/build\//] } },
    // vitest would leave one core idle; many tests wait for other processes, so one more than there are cores.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Long enough for a busy machine: they end what hangs, and fail nothing that is slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, ...sharing.shared } },
      { extends: true, test: { name: 'isolated', isolate: true, ...sharing.isolated } },
      { extends: true, test: { name: 'long', isolate: true, include: LONG_TESTS } },
    ],
  },
})
