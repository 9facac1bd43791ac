/**
 * `npm run mutate`: every place of the money modules is changed, one at a time, and a test has to notice. Not part of
 * `npm test`, since it takes 50 minutes; docs/development.md has the last result.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'app/domain/wallet/{ledger,credits,grants}.server.ts',
    'app/domain/tracking/{conversions,promise,reports,sales/apply-report.server,sales/changes.server,sales/report-columns}.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: '.cache/mutation-incremental.json',
  thresholds: { high: 95, low: 90, break: 90 },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['build', '.data', '.cache', 'screens', 'test-results', 'public'],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: '.cache/mutation.json' },
}
