/** The browser tests: every file runs twice, without scripts and with them (tests/support/e2e.ts); `npm test` runs fewer (tests/support/rings.ts). */
import os from 'node:os'
import { defineConfig } from '@playwright/test'
import { ensureBrowser } from './scripts/browser.mjs'
import { LONG_SPECS, SPECS_WITH_SCRIPTS, SPECS_WITHOUT_SCRIPTS, toSpec } from './tests/support/rings'

// The workers inherit it.
process.env.CHROMIUM_PATH ??= await ensureBrowser()

/** No sandbox, because the tests also run as root in a container; nothing that calls home. */
const CHROMIUM_FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const isShort = process.env.TEST_RING === 'short'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/e2e-setup.ts',
  fullyParallel: true,
  // A test often waits for the server or a timer, so one more than there are cores.
  workers: os.availableParallelism() + 1,
  // Long enough for a busy machine: they end what hangs, and fail nothing that is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // What many tests need is broken then, and each of them would wait for its time limit.
  maxFailures: 25,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A worker would answer what tests intercept; tests/e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS.split(' ') },
  },
  projects: [
    {
      name: 'scripts off',
      use: { javaScriptEnabled: false },
      testIgnore: isShort ? [...LONG_SPECS, ...SPECS_WITH_SCRIPTS].map(toSpec) : [],
    },
    {
      name: 'scripts on',
      use: { javaScriptEnabled: true },
      testIgnore: [...(isShort ? LONG_SPECS : []), ...SPECS_WITHOUT_SCRIPTS].map(toSpec),
    },
  ],
})
