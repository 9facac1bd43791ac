/** What `npm test` leaves to `npm run test:all`, and what it runs in one of the two kinds of browser. */

/** Proofs that take minutes: models, faults, races, hostile requests, planted corruptions, processes that die, costs. */
export const LONG_TESTS = [
  'tests/faults/**/*.test.ts',
  'tests/model/**/*.test.ts',
  'tests/prove/**/*.test.ts',
  'tests/races/**/*.test.ts',
  'tests/upgrade/**/*.test.ts',
  // What every route, provider and certificate does alike.
  'tests/accounts/otp-providers.test.ts',
  'tests/audit-deps.test.ts',
  'tests/db/tls.test.ts',
  'tests/http/other-app.test.ts',
  'tests/routes/advisories.test.ts',
  'tests/routes/desk-pages.test.ts',
  'tests/routes/otp-providers.test.ts',
  'tests/routes/share-picture.test.ts',
  'tests/server/cache/routes.test.ts',
  // At 100,000 rows, and 337 searches.
  'tests/**/*plans.test.ts',
  'tests/wallet/blocks.test.ts',
  'tests/search/quality.test.ts',
  'tests/api/fuzz.test.ts',
  // Every operation on both surfaces, and every page, for every role; tests/operations/masks.test.ts has what it is made of.
  'tests/operations/role-table.test.ts',
  'tests/routes/desk-masks.test.ts',
  'tests/routes/database-down.test.ts',
  'tests/routes/desk-crawl.test.ts',
  'tests/routes/hostile.test.ts',
  'tests/routes/redirects.test.ts',
  'tests/routes/image-samples.test.ts',
  'tests/server/crashes.test.ts',
  'tests/server/dev.test.ts',
  'tests/server/embedded.test.ts',
  'tests/server/odd-addresses.test.ts',
  'tests/server/workers.test.ts',
  'tests/books/*corruptions.test.ts',
]

/** Every state of every page (accessibility, styles, links, paper, positions, translation), and every form under every failure. */
export const LONG_SPECS = [
  'accessibility',
  'changed-page',
  'crawl',
  'desk-narrow',
  'network-account',
  'network-guest',
  'print',
  'scrolling',
  'styles',
]

/** No flows of users, so once, with scripts. */
export const SPECS_WITH_SCRIPTS = [
  'edit-in-sight',
  'first-window',
  'ground',
  'header',
  'home',
  'images',
  'keyboard',
  'lists',
  'logos',
  'network',
  'offers',
  'offline',
  'reading-ahead',
  'start',
  'static',
]

/** Counts of presses, which are the same with scripts; the other files about the desk use it in both kinds of browser. */
export const SPECS_WITHOUT_SCRIPTS = ['desk-presses']

export const toSpec = (name: string) => `**/${name}.spec.ts`
